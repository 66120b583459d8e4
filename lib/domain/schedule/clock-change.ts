import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { nextMatchingMinute } from './calendar.ts';
import { parseCron } from './parse-cron.ts';
import type { Schedule } from './schedule.ts';
import { offsetMsAt } from './zone.ts';

/**
 * What a clock change does to a run: its time is skipped and it comes when the gap ends, its time is shown twice and
 * it comes at the first showing, or it is the first one by the changed clocks.
 */
export type ClockChange = 'skipped' | 'repeated' | 'shifted';

/** What a clock change does to a run of a valid schedule; null when nothing. `before` is the run before it, or now. */
export function clockChangeAt(schedule: Schedule, runAt: Instant, before: Instant): ClockChange | null {
  const { tz } = schedule;
  const offsetMs = offsetMsAt(tz, runAt);
  if (isFixed(schedule) && isRepeated(tz, runAt, offsetMs)) return 'repeated';
  if (offsetMsAt(tz, before) === offsetMs) return null;
  return isNamed(schedule, runAt + offsetMs) ? 'shifted' : 'skipped';
}

/** Jobs with a star for their minutes or hours run at both showings of a repeated time. */
function isFixed({ cron }: Schedule): boolean {
  const fields = parseCron(cron);
  return fields !== null && !fields.minuteStar && !fields.hourStar;
}

function isRepeated(tz: string, runAt: Instant, offsetMs: number): boolean {
  const laterOffsetMs = offsetMsAt(tz, runAt + DAY_MS);
  const again = runAt + offsetMs - laterOffsetMs;
  return again > runAt && offsetMsAt(tz, again) === laterOffsetMs;
}

/** Whether the fields name what the clocks show; `localMs` is local time written as if it were UTC. */
function isNamed({ cron }: Schedule, localMs: number): boolean {
  const fields = parseCron(cron);
  const minute = localMs / MINUTE_MS;
  return fields !== null && nextMatchingMinute(fields, minute, minute) === minute;
}
