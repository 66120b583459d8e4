import type { JobDayEntry } from '../../contract/monitors/day.ts';
import { isoOf, isoOrNull } from '../../domain/instant.ts';
import type { JobDay } from '../../domain/monitors/day/job-day.ts';
import { scheduleOf } from '../../domain/monitors/deadline.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { intervalWords, scheduleWords } from './schedule-words.ts';

/** One job on one day; `moreRuns` where not all of its runs are known. */
export function jobDayView(monitor: Monitor, day: JobDay, moreRuns: boolean): JobDayEntry {
  const schedule = scheduleOf(monitor);
  return {
    endpoint_id: shownIdOf(monitor),
    name: monitor.name,
    tags: monitor.tags,
    in_words: schedule ? scheduleWords(schedule.cron, schedule.tz) : intervalWords(monitor.intervalSec),
    usual_ms: day.usual?.ms ?? null,
    usual_from: day.usual?.from ?? null,
    planned: day.planned.map(({ at, state }) => ({ at: isoOf(at), state })),
    bands: day.bands.map(({ from, to, runs, everySec }) => ({
      from: isoOf(from),
      to: isoOf(to),
      runs,
      every_sec: everySec,
    })),
    runs: day.runs.map(({ outcome, startedAt, endedAt, plannedAt }) => ({
      outcome,
      started_at: isoOrNull(startedAt),
      ended_at: isoOrNull(endedAt),
      planned_at: isoOrNull(plannedAt),
    })),
    more_runs: moreRuns,
  };
}
