import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { answeredRuns } from './answered-runs.ts';
import { fittingGrace } from './fitting-grace.ts';
import { type FittingZone, fittingZone } from './fitting-zone.ts';
import { parseCron } from './parse-cron.ts';
import type { Schedule } from './schedule.ts';
import { windowSecOf } from './expected.ts';
import { isZone } from './zone.ts';

/** A likely misconfiguration of a scheduled monitor and the patch that would mend it. */
export interface ScheduleHint {
  kind: 'zone' | 'early';
  /** One sentence. */
  detail: string;
  /** Body for `PATCH /api/endpoints/:id`. */
  patch: { tz: string } | { grace_sec: number };
}

const PINGS_MIN = 3;
const PINGS_MAX = 5;
const RECENT_MIN_MS = 7 * DAY_MS;
const RECENT_WINDOWS = 3;
const OTHERS_NAMED_MAX = 2;

/**
 * What the newest success pings (in any order, at least three) say about a schedule they miss: that it is meant in
 * another zone, or that the host's clock runs ahead. The patch has been tried on those very pings. Null when they
 * are on time, are too few or too old, or when no one explanation fits all.
 */
export function scheduleHint(
  schedule: Schedule,
  graceSec: number,
  successPingsAt: Instant[],
  now: Instant,
): ScheduleHint | null {
  if (parseCron(schedule.cron) === null || !isZone(schedule.tz)) return null;
  const pingsAt = newest(successPingsAt, now);
  const newestAt = pingsAt.at(-1);
  if (newestAt === undefined || pingsAt.length < PINGS_MIN) return null;
  const recentMs = Math.max(RECENT_MIN_MS, RECENT_WINDOWS * windowSecOf(schedule, now) * 1_000);
  if (now - newestAt > recentMs || answeredRuns(schedule, graceSec, pingsAt) !== null) return null;
  const grace = fittingGrace(schedule, graceSec, pingsAt);
  if (grace !== null) {
    const detail = `Pings come up to ${Math.ceil(grace.earliestSec)} seconds before the scheduled time, earlier than grace_sec ${graceSec} allows: the host's clock is probably fast.`;
    return { kind: 'early', detail, patch: { grace_sec: grace.graceSec } };
  }
  const zone = fittingZone(schedule, graceSec, pingsAt);
  if (zone === null) return null;
  return { kind: 'zone', detail: zoneDetail(schedule.tz, zone), patch: { tz: zone.tz } };
}

function newest(pingsAt: Instant[], now: Instant): Instant[] {
  return pingsAt
    .filter((at) => at <= now)
    .sort((a, b) => a - b)
    .slice(-PINGS_MAX);
}

function zoneDetail(tz: string, zone: FittingZone): string {
  const side = zone.shiftMs < 0 ? 'before' : 'after';
  const come = `Pings come ${hoursAndMinutes(Math.abs(zone.shiftMs))} ${side} the schedule as read in ${tz}`;
  if (zone.isSeason) return `${come}: the host seems to ignore the clock change and stay on ${zone.tz}.`;
  const others = zone.others.slice(0, OTHERS_NAMED_MAX).join(' or ');
  return `${come} and on time in ${zone.tz}${others === '' ? '' : ` (as in ${others})`}: the host probably uses that zone.`;
}

function hoursAndMinutes(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours === 0 ? '' : plural(hours, 'hour'), rest === 0 ? '' : plural(rest, 'minute')];
  return parts.filter((part) => part !== '').join(' ');
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
