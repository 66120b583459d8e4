import type { Instant } from '../instant.ts';
import { DAY_MS } from '../calendar.ts';

/** A time in which a job was down. */
interface Down {
  from: Instant;
  to: Instant;
}

/** A day between two midnights. */
export interface UptimeDay {
  at: Instant;
  /** How much of it is known; 0 of a day before the monitor was watched. */
  knownMs: number;
  downMs: number;
}

/** The midnights of UTC around the last so many days, today among them, ascending: one more than days. */
export function utcMidnightsTo(now: Instant, days: number): Instant[] {
  const today = now - (now % DAY_MS);
  return Array.from({ length: days + 1 }, (_, at) => today + (at + 1 - days) * DAY_MS);
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

/** How much of what is known they were up, in percent to hundredths; null where nothing is. */
export function shareOfDays(days: readonly Pick<UptimeDay, 'knownMs' | 'downMs'>[]): number | null {
  const known = days.reduce((sum, { knownMs }) => sum + knownMs, 0);
  const down = days.reduce((sum, { downMs }) => sum + downMs, 0);
  // Rounded down, so that 100 is what it says.
  return known === 0 ? null : Math.floor((1 - down / known) * 10_000) / 100;
}

/** The same in words, of days of which something is known. */
export function percentUp(days: readonly Pick<UptimeDay, 'knownMs' | 'downMs'>[]): string {
  return `${shareOfDays(days)} %`;
}
