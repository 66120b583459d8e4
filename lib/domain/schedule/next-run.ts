import { MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { nextMatchingMinute } from './calendar.ts';
import { type CronFields, parseCron } from './parse-cron.ts';
import type { Schedule } from './schedule.ts';
import { firstInstantOf, isZone, offsetMsAt, offsetSpanAt } from './zone.ts';

const DAY_MINUTES = 1_440;

/**
 * The first run strictly after an instant, as Debian cron would start it, or null when there is none within 366
 * days of local time (also for a schedule that is not valid). Rules: DECISIONS.md "Monitor" 2, decisions/002.
 */
export function nextRunAfter(schedule: Schedule, after: Instant): Instant | null {
  return nextRunWithin(schedule, after, LIMITS.occurrenceSearchDays);
}

/** The next `count` runs after an instant, ascending; fewer when the search ends first. */
export function nextRuns(schedule: Schedule, after: Instant, count: number): Instant[] {
  const runs: Instant[] = [];
  let last = after;
  while (runs.length < count) {
    const next = nextRunAfter(schedule, last);
    if (next === null) break;
    runs.push(next);
    last = next;
  }
  return runs;
}

/** As `nextRunAfter`, searching `days` days of local time ahead. */
export function nextRunWithin(schedule: Schedule, after: Instant, days: number): Instant | null {
  const fields = parseCron(schedule.cron);
  if (fields === null || !isZone(schedule.tz)) return null;
  const isFixed = !fields.minuteStar && !fields.hourStar;
  return isFixed
    ? nextFixedRun(fields, schedule.tz, after, days)
    : nextStarredRun(fields, schedule.tz, after, days);
}

/**
 * A job of fixed times follows the wall clock: a skipped time runs when the gap ends, a repeated one at its first
 * showing. Both turn ascending local minutes into instants that never descend, so the first one after `after` is it.
 */
function nextFixedRun(fields: CronFields, tz: string, after: Instant, days: number): Instant | null {
  const nowMinute = Math.floor((after + offsetMsAt(tz, after)) / MINUTE_MS);
  const lastMinute = nowMinute + days * DAY_MINUTES;
  let minute = nextMatchingMinute(fields, nowMinute + 1, lastMinute);
  while (minute !== null) {
    const runAt = firstInstantOf(tz, minute * MINUTE_MS);
    if (runAt > after) return runAt;
    minute = nextMatchingMinute(fields, minute + 1, lastMinute);
  }
  return null;
}

/** A job with a star for its minutes or hours follows real time: whatever the clocks show, when they show it. */
function nextStarredRun(fields: CronFields, tz: string, after: Instant, days: number): Instant | null {
  let fromAt = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
  const lastMinute = (fromAt + offsetMsAt(tz, after)) / MINUTE_MS + days * DAY_MINUTES;
  let span = offsetSpanAt(tz, fromAt);
  while ((fromAt + span.offsetMs) / MINUTE_MS <= lastMinute) {
    const { untilAt, offsetMs } = span;
    const untilMinute = (untilAt + offsetMs) / MINUTE_MS;
    const fromMinute = (fromAt + offsetMs) / MINUTE_MS;
    const minute = nextMatchingMinute(fields, fromMinute, Math.min(untilMinute - 1, lastMinute));
    if (minute !== null) return minute * MINUTE_MS - offsetMs;
    fromAt = untilAt;
    span = offsetSpanAt(tz, fromAt);
  }
  return null;
}
