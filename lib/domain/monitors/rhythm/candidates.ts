import { MINUTE_MS } from '../../calendar.ts';
import { offsetMsAt } from '../../schedule/zone.ts';
import { medianOf } from './clusters.ts';
import { daysOf } from './days.ts';
import type { Run } from './history.ts';
import { everyMinutes, minutesOfHours } from './minutes.ts';
import { timesOfDay } from './times-of-day.ts';

/** A cron that may be the rhythm of some runs, and how much it says: among those that fit the least is taken. */
export interface Candidate {
  cron: string;
  cost: number;
  /** The place among the minutes that are likely. */
  minute: number;
}

/** The crons that runs suggest in a zone, simple ones first; at most some dozens. */
export function candidatesIn(tz: string, runs: readonly Run[]): Candidate[] {
  const local = runs.map(({ beganAt }) => (beganAt + offsetMsAt(tz, beganAt)) / MINUTE_MS);
  const isBegun = runs.some(({ at, beganAt }) => at !== beganAt);
  const gaps = local.slice(1).map((minute, place) => minute - (local[place] ?? minute));
  const gap = medianOf(gaps);
  const times = [
    ...(gap < 50 ? everyMinutes(local, gap, isBegun) : []),
    ...minutesOfHours(local, isBegun),
    ...timesOfDay(local, isBegun),
  ];
  const found = new Map<string, Candidate>();
  for (const each of times)
    for (const days of daysOf(local, each)) {
      const cron = `${each.minute} ${each.hour} ${days.text}`;
      if (!found.has(cron)) found.set(cron, { cron, cost: each.cost + days.cost, minute: each.place });
    }
  return [...found.values()].sort((a, b) => a.cost - b.cost || a.minute - b.minute);
}
