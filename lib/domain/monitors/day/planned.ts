import { dayAfter, dayOf, dayStart, HOUR_MS } from '../../calendar.ts';
import type { Instant } from '../../instant.ts';
import { nextRunAfter } from '../../schedule/next-run.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import { firstInstantOf, offsetMsAt } from '../../schedule/zone.ts';

/** A job of more runs on a day is a band of it: each hour of the longest day. */
export const TIMES_MAX = 25;
/** One each minute of the longest day. */
const RUNS_MAX = TIMES_MAX * 60;

/** A stretch of time; `to` is no longer of it. */
export interface Stretch {
  from: Instant;
  to: Instant;
}

/** A stretch in which runs come so often that they are told as one, from the first to the last. */
export interface Band extends Stretch {
  runs: number;
  everySec: number;
}

/** When a job is due on a day: one by one, or as bands. */
export interface Planned {
  times: Instant[];
  bands: Band[];
}

/** A day such as `2027-03-28` as a zone has it: of 23 to 25 hours. */
export function dayIn(tz: string, date: string): Stretch {
  return { from: firstInstantOf(tz, dayStart(date)), to: firstInstantOf(tz, dayStart(dayAfter(date))) };
}

/** The date that clocks of a zone show. */
export function dateIn(tz: string, at: Instant): string {
  return dayOf(at + offsetMsAt(tz, at));
}

/** When a schedule is due in a stretch of a day at most. */
export function plannedIn(schedule: Schedule, { from, to }: Stretch): Planned {
  const times: Instant[] = [];
  let next = nextRunAfter(schedule, from - 1);
  for (; next !== null && next < to && times.length < RUNS_MAX; next = nextRunAfter(schedule, next))
    times.push(next);
  return times.length > TIMES_MAX ? { times: [], bands: bandsOf(times) } : { times, bands: [] };
}

/** Ascending times as bands: one ends where the next time is more than an hour away. */
export function bandsOf(times: readonly Instant[]): Band[] {
  const bands: Band[] = [];
  for (const at of times) {
    const last = bands.at(-1);
    if (last === undefined || at - last.to > HOUR_MS) {
      bands.push({ from: at, to: at, runs: 1, everySec: 0 });
      continue;
    }
    last.to = at;
    last.runs += 1;
    last.everySec = Math.round((at - last.from) / (last.runs - 1) / 1000);
  }
  return bands;
}
