import { DAY_MS } from '../../domain/calendar.ts';
import { firstInstantOf, offsetMsAt } from '../../domain/schedule/zone.ts';

const DAYS = 90;

/** A time in which a job was down, in milliseconds. */
interface Down {
  from: number;
  to: number;
}

/** A day of the person's zone. */
export interface UptimeDay {
  at: number;
  /** How much of it is known; 0 of a day before the monitor was watched. */
  knownMs: number;
  downMs: number;
}

/** The midnights of a zone around the last so many days, today among them, ascending: one more than days. */
export function midnightsTo(now: number, zone: string, days = DAYS): number[] {
  const today = Math.floor((now + offsetMsAt(zone, now)) / DAY_MS);
  return Array.from({ length: days + 1 }, (_, at) => firstInstantOf(zone, (today + at + 1 - days) * DAY_MS));
}

/** How long a job was down on each day between midnights; what lies before `knownFrom` or after `now` is not known. */
export function uptimeDays(
  midnights: readonly number[],
  downs: readonly Down[],
  { knownFrom, now }: { knownFrom: number; now: number },
): UptimeDay[] {
  return midnights.slice(1).map((end, index) => {
    const at = midnights[index] ?? end - DAY_MS;
    const known = { from: Math.max(at, knownFrom), to: Math.min(end, now) };
    const overlaps = downs.map(({ from, to }) => Math.min(to, known.to) - Math.max(from, known.from));
    const knownMs = Math.max(0, known.to - known.from);
    const downMs = overlaps.reduce((sum, ms) => sum + Math.max(0, ms), 0);
    return { at, knownMs, downMs: Math.min(knownMs, downMs) };
  });
}

/** Rounded down, so that 100 is what it says. */
export function percentUp(days: readonly Pick<UptimeDay, 'knownMs' | 'downMs'>[]): string {
  const known = days.reduce((sum, { knownMs }) => sum + knownMs, 0);
  const down = days.reduce((sum, { downMs }) => sum + downMs, 0);
  return `${Math.floor((1 - down / known) * 10_000) / 100} %`;
}
