import { accepted, refused, type Decision } from '../../decision.ts';
import type { Instant } from '../../instant.ts';
import type { Timing } from './default-settings.ts';
import { checkSchedule, type ScheduleCheck } from '../../schedule/check-schedule.ts';
import { defaultGraceSec } from '../../schedule/default-grace.ts';

type Refused = Extract<ScheduleCheck, { ok: false }>['code'];

/** The timing of a job that sends its own schedule, UTC without a zone. Its grace is what fits the gap between its runs. */
export function sentScheduleTiming(
  { cron: sent, tz = 'UTC' }: { cron: string; tz?: string | undefined },
  now: Instant,
): Decision<Timing, Refused> {
  const cron = spelledAlike(sent);
  if (tz !== 'UTC' && !tz.includes('/'))
    return refused('tz_invalida', 'tz must be an IANA time zone name with a slash, or UTC.');
  const checked = checkSchedule({ cron, tz }, now);
  if (!checked.ok) return refused(checked.code, checked.detail);
  const { windowSec: intervalSec, nextAt: nextExpectedAt } = checked;
  const graceSec = defaultGraceSec({ cron, tz }, now);
  return accepted({ cron, tz, graceSec, intervalSec, nextExpectedAt, unscheduledSec: null });
}

function spelledAlike(cron: string): string {
  return cron.trim().replaceAll(/\s+/g, ' ');
}
