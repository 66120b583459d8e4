import { type Instant, isoOf } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { nextRunAfter, nextRunWithin } from './next-run.ts';
import { readCron } from './parse-cron.ts';
import type { Schedule } from './schedule.ts';
import { windowSecOf } from './expected.ts';
import { isZone } from './zone.ts';

/** What a schedule means, or why it is refused: the code of SPEC.md "Errors" and one sentence. */
export type ScheduleCheck =
  | { ok: true; nextAt: Instant; windowSec: number }
  | { ok: false; code: 'cron_invalido' | 'tz_invalida' | 'cron_sem_ocorrencia'; detail: string };

const SHOWN_MAX_CHARS = 40;
/** Every day and weekday meet again within 28 years, and 29 February skips 2100. */
const FAR_SEARCH_DAYS = 41 * 366;

/** Judges a schedule as it is written: five fields of cron, a zone, and a run within 366 days. */
export function checkSchedule(schedule: Schedule, now: Instant): ScheduleCheck {
  const read = readCron(schedule.cron);
  if (typeof read === 'string') return { ok: false, code: 'cron_invalido', detail: read };
  if (!isZone(schedule.tz)) {
    const detail = `tz must be an IANA time zone name such as "America/Sao_Paulo" or "UTC"; got "${schedule.tz.slice(0, SHOWN_MAX_CHARS)}".`;
    return { ok: false, code: 'tz_invalida', detail };
  }
  const nextAt = nextRunAfter(schedule, now);
  if (nextAt === null) return { ok: false, code: 'cron_sem_ocorrencia', detail: noOccurrence(schedule, now) };
  return { ok: true, nextAt, windowSec: windowSecOf(schedule, now) };
}

/** The same for a call with many schedules, often the same ones: judges each once. Of one `now` only. */
export function checkEachOnce(): typeof checkSchedule {
  const known = new Map<string, ScheduleCheck>();
  return (schedule, now) => {
    const key = JSON.stringify([schedule.tz, schedule.cron]);
    const check = known.get(key) ?? checkSchedule(schedule, now);
    known.set(key, check);
    return check;
  };
}

function noOccurrence(schedule: Schedule, now: Instant): string {
  const days = LIMITS.occurrenceSearchDays;
  // Days exist in every zone alike; so far ahead the clock changes of one are dear to look up in vain.
  const exists = nextRunWithin({ ...schedule, tz: 'UTC' }, now, FAR_SEARCH_DAYS) !== null;
  const laterAt = exists ? nextRunWithin(schedule, now, FAR_SEARCH_DAYS) : null;
  if (laterAt === null) return `cron "${schedule.cron}" never occurs: no month it names has such a day.`;
  return `cron "${schedule.cron}" has no occurrence within ${days} days: its next one is at ${isoOf(laterAt)}.`;
}
