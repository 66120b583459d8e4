import type { Instant } from '../../instant.ts';
import { nearestRank } from '../../nearest-rank.ts';
import type { Schedule } from '../../schedule/schedule.ts';
import { scheduledRunOf } from '../../schedule/scheduled-run.ts';
import { scheduleOf } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import { bandsOf, plannedIn, TIMES_MAX, type Band, type Stretch } from './planned.ts';

/** The usual duration is that of so many of the last runs. */
const USUAL_OF = 20;

/** A run as its events tell it. */
export interface ToldRun {
  outcome: 'success' | 'fail' | 'running';
  /** Null where its start was not signalled. */
  startedAt: Instant | null;
  /** Null while it runs. */
  endedAt: Instant | null;
}

/** A run of a day, and the scheduled time that it answers. */
export interface DayRun extends ToldRun {
  plannedAt: Instant | null;
}

/**
 * What became of a scheduled time: a run answers it; it is to come; it may still be answered; none answered it; it lay in a pause;
 * or nothing is known of it, since the job was not heard of before.
 */
export type PlannedState = ToldRun['outcome'] | 'coming' | 'due' | 'no_run' | 'paused' | 'unknown';

/** One job on one day. */
export interface JobDay {
  planned: { at: Instant; state: PlannedState }[];
  /** Where it runs every few minutes: by its schedule, or of an interval as it did. */
  bands: Band[];
  /** The first one first; beside bands those alone that were no success. */
  runs: DayRun[];
  /** How long a run takes: as measured from its start, or else from its scheduled time; null where neither is known. */
  usual: { ms: number; from: 'start' | 'schedule' } | null;
}

/** What is known of the runs of a job, the newest first. */
interface Known {
  runs: readonly ToldRun[];
  /** From when on no run is missing among them; null where the job was not heard of. */
  since: Instant | null;
}

/** A job on a day as its schedule of now has it, and as it really was. */
export function jobDay(monitor: Monitor, day: Stretch, known: Known, now: Instant): JobDay {
  const schedule = scheduleOf(monitor);
  const { times, bands: planned } = schedule ? plannedIn(schedule, day) : { times: [], bands: [] };
  const all = known.runs.map((run) => ({ ...run, plannedAt: plannedAt(run, schedule, monitor) }));
  // Of several that answer one time the last counts.
  const answers = new Map(all.toReversed().map((run) => [run.plannedAt, run.outcome]));
  const told = all.map((run, index) =>
    isSecond(run, all.slice(index + 1)) ? { ...run, plannedAt: null } : run,
  );
  const stateAt = (at: Instant) => answers.get(at) ?? unansweredState(monitor, at, known.since, now);
  const runs = told
    .filter((run) => beganAt(run) < day.to && (run.endedAt ?? now) >= day.from)
    .toSorted((a, b) => beganAt(a) - beganAt(b));
  const isDense = planned.length > 0 || runs.length > TIMES_MAX;
  return {
    planned: times.map((at) => ({ at, state: stateAt(at) })),
    bands: isDense && planned.length === 0 ? bandsOf(runs.map(beganAt)) : planned,
    runs: isDense ? runs.filter(({ outcome }) => outcome !== 'success') : runs,
    usual: usualOf(told),
  };
}

/** Null too where that lies before the monitor was made: a first ping by hand answers nothing. */
function plannedAt(
  { startedAt, endedAt }: ToldRun,
  schedule: Schedule | null,
  { graceSec, createdAt }: Monitor,
) {
  const at = startedAt ?? endedAt;
  const planned = schedule === null || at === null ? null : scheduledRunOf(schedule, graceSec ?? 0, at);
  return planned !== null && planned < createdAt ? null : planned;
}

/** Whether a run without a start follows another that answers its time: when it began is not known, and it was not then. */
function isSecond({ startedAt, plannedAt: planned }: DayRun, before: readonly DayRun[]): boolean {
  return startedAt === null && planned !== null && before.some((run) => run.plannedAt === planned);
}

/** A run without a start began at its scheduled time, as far as is known. */
function beganAt({ startedAt, endedAt, plannedAt: planned }: DayRun): Instant {
  return startedAt ?? Math.min(planned ?? Infinity, endedAt ?? Infinity);
}

function unansweredState(monitor: Monitor, at: Instant, since: Instant | null, now: Instant): PlannedState {
  if (isPausedAt(monitor, at)) return 'paused';
  if (at > now) return 'coming';
  if (since === null || at < since) return 'unknown';
  return at + (monitor.graceSec ?? 0) * 1000 >= now ? 'due' : 'no_run';
}

/** Of pauses the last one is known. */
function isPausedAt({ pausedAt, pausedUntil, resumedAt }: Monitor, at: Instant): boolean {
  if (pausedAt === null || at < pausedAt) return false;
  return at < (pausedUntil ?? resumedAt ?? pausedAt);
}

function usualOf(runs: readonly DayRun[]): JobDay['usual'] {
  const ended = runs.filter(({ outcome }) => outcome === 'success');
  const since = (from: 'startedAt' | 'plannedAt') =>
    ended
      .flatMap(({ endedAt, [from]: at }) =>
        endedAt === null || at === null ? [] : [Math.max(0, endedAt - at)],
      )
      .slice(0, USUAL_OF)
      .toSorted((a, b) => a - b);
  const measured = nearestRank(since('startedAt'), 0.5);
  if (measured !== undefined) return { ms: measured, from: 'start' };
  const scheduled = nearestRank(since('plannedAt'), 0.5);
  return scheduled === undefined ? null : { ms: scheduled, from: 'schedule' };
}
