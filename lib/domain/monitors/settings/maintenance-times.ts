import { accepted, refused, shown, type Decision } from '../../decision.ts';
import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import { checkSchedule, type ScheduleCheck } from '../../schedule/check-schedule.ts';
import { overlapsItself, type MaintenanceWindow } from '../maintenance.ts';

/** The times of maintenance as somebody sent them; undefined is what was not sent. */
export interface WantedTimes {
  from?: string | undefined;
  until?: string | undefined;
  cron?: string | undefined;
  tz?: string | undefined;
  length_sec?: number | undefined;
}

type TimesRefusal = 'manutencao_invalida' | Extract<ScheduleCheck, { ok: false }>['code'];
type Times = Decision<MaintenanceWindow['times'], TimesRefusal>;

/** The times of a new window: once and not over yet, or again and again with an end before each new beginning. */
export function maintenanceTimes(wanted: WantedTimes, now: Instant): Times {
  const { from, until, cron, tz, length_sec: lengthSec } = wanted;
  const isOnce = from !== undefined && until !== undefined;
  const isAgain = cron !== undefined && lengthSec !== undefined;
  const isMixed = isOnce ? cron !== undefined || tz !== undefined || lengthSec !== undefined : from !== undefined || until !== undefined; // prettier-ignore
  if (isOnce === isAgain || isMixed)
    return invalid('Maintenance takes from and until, or cron, length_sec and tz, not a mix of both.');
  if (isOnce) return once(from, until, now);
  if (!isAgain) return invalid('Maintenance takes from and until, or cron and length_sec.');
  const times = { cron, tz: tz ?? 'UTC', lengthSec };
  const schedule = checkSchedule(times, now);
  if (!schedule.ok) return refused(schedule.code, schedule.detail);
  return overlapsItself(times, now)
    ? invalid(`length_sec must be shorter than the time between two starts of cron; got ${lengthSec}.`)
    : accepted(times);
}

function once(fromText: string, untilText: string, now: Instant): Times {
  const [from, until] = [Date.parse(fromText), Date.parse(untilText)];
  if (until <= now) return invalid(`until must be in the future; got ${shown(untilText)}.`);
  if (until <= from) return invalid(`until must be after from; got ${shown(untilText)}.`);
  if (until - from > LIMITS.maintenanceMaxSec * 1000)
    return invalid(
      `until must be at most ${LIMITS.maintenanceMaxSec} seconds after from; got ${shown(untilText)}.`,
    );
  return accepted({ from, until });
}

function invalid(detail: string): Times {
  return refused('manutencao_invalida', detail);
}
