import { nextRunAfter } from '../../domain/schedule/next-run.ts';
import { firstInstantOf, offsetMsAt } from '../../domain/schedule/zone.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';

/** So many rows at most. */
const DAYS_MAX = 35;
/** A schedule with more times a day is all lines. */
const DUE_MAX = 24;
export const DAY_MIN = 1_440;
const MIN_MS = 60_000;

/** A run; times in milliseconds. */
export interface CalendarRun {
  outcome: 'success' | 'fail' | 'running';
  at: number;
  ms: number;
}

/** A day of a zone, with minutes since its midnight. */
export interface CalendarDay {
  at: number;
  runs: { outcome: CalendarRun['outcome']; from: number; length: number }[];
  /** When runs were due on it. */
  due: number[];
}

/** Runs by day and time of day, today first, back to the day of the oldest that is given. */
export function calendarDays(
  runs: readonly CalendarRun[],
  schedule: Schedule | null,
  { now, zone }: { now: number; zone: string },
): CalendarDay[] {
  const oldest = Math.min(...runs.map(({ at }) => at));
  const days: CalendarDay[] = [];
  for (let begin = midnightOf(zone, now); days.length < DAYS_MAX; begin = midnightOf(zone, begin - 1)) {
    const end = midnightOf(zone, begin + 1.5 * DAY_MIN * MIN_MS);
    const minute = (at: number) => (at - begin) / MIN_MS;
    days.push({
      at: begin,
      runs: runs
        .filter(({ at }) => at >= begin && at < end)
        .map(({ outcome, at, ms }) => ({
          outcome,
          from: minute(at),
          length: (Math.min(end, at + ms) - at) / MIN_MS,
        })),
      due: schedule === null ? [] : dueBetween(schedule, begin, Math.min(end, now)).map(minute),
    });
    if (begin <= oldest) break;
  }
  return days;
}

function midnightOf(zone: string, at: number): number {
  const dayMs = DAY_MIN * MIN_MS;
  return firstInstantOf(zone, Math.floor((at + offsetMsAt(zone, at)) / dayMs) * dayMs);
}

function dueBetween(schedule: Schedule, from: number, to: number): number[] {
  const due: number[] = [];
  for (let at = nextRunAfter(schedule, from - 1); at !== null && at < to; at = nextRunAfter(schedule, at)) {
    if (due.length === DUE_MAX) return [];
    due.push(at);
  }
  return due;
}
