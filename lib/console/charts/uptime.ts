import { DAY_MS } from '../../domain/calendar.ts';
import { firstInstantOf, offsetMsAt } from '../../domain/schedule/zone.ts';

const DAYS = 90;

/** The midnights of a zone around the last so many days, today among them, ascending: one more than days. */
export function midnightsTo(now: number, zone: string, days = DAYS): number[] {
  const today = Math.floor((now + offsetMsAt(zone, now)) / DAY_MS);
  return Array.from({ length: days + 1 }, (_, at) => firstInstantOf(zone, (today + at + 1 - days) * DAY_MS));
}
