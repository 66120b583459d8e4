import { DAY_MS, HOUR_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { answeredRuns } from './answered-runs.ts';
import { PLAUSIBLE_ZONES } from './plausible-zones.ts';
import type { Schedule } from './schedule.ts';
import { offsetMsAt } from './zone.ts';

const HALF_YEAR_MS = 182 * DAY_MS;
/** What a job's own duration may vary by before the offset stops being constant. */
const JITTER_MAX_MS = 300_000;

/** A zone in which the pings are on time. */
export interface FittingZone {
  tz: string;
  /** Further zones that fit as well. */
  others: string[];
  /** The zone of the schedule without its clock change. */
  isSeason: boolean;
  /** How much later than the schedule the newest ping comes; negative when it comes before. */
  shiftMs: number;
}

/**
 * The zone that would put every ping on time: UTC, else the schedule's zone in its other season, else a plausible
 * zone when all that fit agree about the offset. `pingsAt` ascends and holds at least one.
 */
export function fittingZone(schedule: Schedule, graceSec: number, pingsAt: Instant[]): FittingZone | null {
  const newestAt = pingsAt.at(-1) ?? 0;
  const shiftOf = (tz: string): number => offsetMsAt(schedule.tz, newestAt) - offsetMsAt(tz, newestAt);
  const fits = (tz: string): boolean => isFitting(schedule.cron, tz, shiftOf(tz), graceSec, pingsAt);
  if (fits('UTC')) return { tz: 'UTC', others: [], isSeason: false, shiftMs: shiftOf('UTC') };
  const season = otherSeasonOf(schedule.tz, newestAt);
  if (season !== null && fits(season)) {
    return { tz: season, others: [], isSeason: true, shiftMs: shiftOf(season) };
  }
  const [tz, ...others] = PLAUSIBLE_ZONES.filter(fits);
  if (tz === undefined) return null;
  const shiftMs = shiftOf(tz);
  // Runs closer together than the shift fit several offsets; naming one would be a guess.
  if (others.some((other) => shiftOf(other) !== shiftMs)) return null;
  return { tz, others, isSeason: false, shiftMs };
}

function isFitting(cron: string, tz: string, shiftMs: number, graceSec: number, pingsAt: Instant[]): boolean {
  if (shiftMs === 0) return false;
  const runs = answeredRuns({ cron, tz }, graceSec, pingsAt);
  if (runs === null) return false;
  const lateMs = runs.map((runAt, index) => (pingsAt[index] ?? runAt) - runAt);
  const latestMs = Math.max(...lateMs);
  // A job that simply takes an hour also pings an hour late; only a sharp offset tells a zone from a duration.
  if (shiftMs > 0 && latestMs > JITTER_MAX_MS) return false;
  return latestMs - Math.min(...lateMs) <= JITTER_MAX_MS;
}

/** The fixed zone a host keeps when it does not follow the clock change of `tz`; null when `tz` has none. */
function otherSeasonOf(tz: string, at: Instant): string | null {
  const otherMs = offsetMsAt(tz, at - HALF_YEAR_MS);
  if (otherMs === offsetMsAt(tz, at) || otherMs % HOUR_MS !== 0) return null;
  const hours = otherMs / HOUR_MS;
  // The sign of these names is turned around: Etc/GMT+5 is five hours behind UTC.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`;
}
