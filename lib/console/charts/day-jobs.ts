import { plannedIn, type Band, type Stretch } from '../../domain/monitors/day/planned.ts';
import type { Output } from '../api/operations.ts';

type Day = Output<'getDay'>;
type Entry = Day['endpoints'][number];

/** A job of which nobody knows how long it takes is a moment, which overlaps with what is at work then. */
const UNKNOWN_MS = 1;
/** What is drawn of one run or scheduled time. */
export interface DaySpan extends Stretch {
  job: DayJob;
  kind: Entry['planned'][number]['state'];
  /** When it ended, or will, where that is known. */
  until: number | null;
}

/** A job on a day. */
export interface DayJob {
  name: string;
  /** Where it is shown; null of one that is not watched yet. */
  path: string | null;
  when: string;
  spans: DaySpan[];
  /** Where it runs every few minutes. */
  bands: Band[];
}

/** The day that the service tells of. */
export function dayOf({ from, to }: Day): Stretch {
  return { from: Date.parse(from), to: Date.parse(to) };
}

/** What the service tells of jobs, as it is drawn. */
export function jobsOf(entries: readonly Entry[], now: number): DayJob[] {
  return entries.map((entry) => {
    const { endpoint_id: id, name, in_words: when, usual_ms: usual, planned } = entry;
    const job: DayJob = { name, path: `/app/monitors/${id}`, when, spans: [], bands: [] };
    job.bands = entry.bands.map(({ from, to, runs, every_sec: everySec }) => ({
      from: Date.parse(from),
      to: Date.parse(to),
      runs,
      everySec,
    }));
    const runs = entry.runs.map((run) => ranSpan(job, run, now));
    const isAnswered = new Set(entry.runs.map((run) => run.planned_at));
    const others = planned.filter(({ at }) => !isAnswered.has(at));
    job.spans = [...runs, ...others.map(({ at, state }) => plannedSpan(job, Date.parse(at), state, usual))];
    return job;
  });
}

function ranSpan(job: DayJob, run: Entry['runs'][number], now: number): DaySpan {
  const ended = run.ended_at === null ? null : Date.parse(run.ended_at);
  const began = run.started_at ?? run.planned_at;
  const to = ended ?? now;
  return {
    job,
    kind: run.outcome,
    from: Math.min(to, began === null ? to : Date.parse(began)),
    to,
    until: ended,
  };
}

function plannedSpan(job: DayJob, from: number, kind: DaySpan['kind'], usual: number | null): DaySpan {
  return { job, kind, from, to: from + (usual ?? UNKNOWN_MS), until: usual === null ? null : from + usual };
}

/** Jobs that are not watched yet, by their schedules alone. */
export function jobsToCome(
  lines: readonly { name: string; cron: string; tz: string | null }[],
  day: Stretch,
): DayJob[] {
  return lines.map(({ name, cron, tz }) => {
    const { times, bands } = plannedIn({ cron, tz: tz ?? 'UTC' }, day);
    const job: DayJob = { name, path: null, when: cron, spans: [], bands };
    job.spans = times.map((at) => plannedSpan(job, at, 'coming', null));
    return job;
  });
}

/** What is or will be at work: neither what did not come nor what nobody knows. */
export function atWork(jobs: readonly DayJob[]): DaySpan[] {
  return jobs.flatMap(({ spans }) =>
    spans.filter(({ kind }) => kind !== 'no_run' && kind !== 'paused' && kind !== 'unknown'),
  );
}

/** Jobs in the order in which the day has them: those of times, then those that run every few minutes; what is not on it goes. */
export function lanesOf(jobs: readonly DayJob[]): { timed: DayJob[]; dense: DayJob[]; without: number } {
  const first = ({ spans }: DayJob) => Math.min(...spans.map(({ from }) => from));
  const dense = jobs.filter(({ bands }) => bands.length > 0).toSorted((a, b) => a.name.localeCompare(b.name));
  const timed = jobs
    .filter(({ spans, bands }) => spans.length > 0 && bands.length === 0)
    .toSorted((a, b) => first(a) - first(b));
  return { timed, dense, without: jobs.length - timed.length - dense.length };
}
