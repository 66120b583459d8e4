import { eventIdOf } from '../../lib/data/keys.ts';
import { hasEvent, listSingleEvents, putEvent, type MonitorEvent } from '../../lib/data/monitors/events.ts';
import { getMonitor, replaceMonitor } from '../../lib/data/monitors/monitors.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { DAY_MS } from '../../lib/domain/calendar.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { RunSignal } from '../../lib/domain/aws/job-signal.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { closeRuns } from '../../lib/domain/monitors/signal.ts';
import { afterSignal, writeSignalled } from '../../lib/flows/monitors/apply-signal-and-write.ts';
import { recordSignal } from '../../lib/flows/monitors/record-signal.ts';
import type { AwsDeps } from '../../lib/runtime/deps.ts';

/** So many later events of one monitor are looked at: some minutes of the busiest one. */
const LATER_MAX = 200;

/**
 * Records what happened to a run, in the order of the service's times and not of arrival: a start behind its end opens nothing,
 * a success behind a failure ends none, and a failure behind a success is told and over. False where it is known already;
 * `isAgain` where the queue hands it out once more, since half of it may have been written.
 */
export async function recordRun(
  deps: AwsDeps,
  { id, ...seen }: Monitor,
  signal: RunSignal,
  isAgain: boolean,
): Promise<boolean> {
  const { saidAt, tail, kind, rid, status, latencyMs, exitCode, output } = signal;
  if (!isAgain && (await hasEvent(deps.table, id, eventIdOf(saidAt, tail)))) return false;
  const before = await eventsSince(deps, id, saidAt);
  // What came late has its id by when it came first.
  const known = before.find((each) => each.id.endsWith(`-${tail}`));
  if (known && !isAgain) return false;
  const event = eventOf({ ...signal, at: known?.at ?? signal.at });
  const isTie = (each: MonitorEvent) =>
    signal.tiesByArrival === true && saidAtOf(each) === saidAt && isEnd(event) && isEnd(each);
  const isLater = (each: MonitorEvent) => saidAtOf(each) >= saidAt && !isTie(each);
  const laterThan = (events: MonitorEvent[]) =>
    events.filter((each) => each.id !== event.id && isLater(each));
  if (isBehind(event, laterThan(before))) {
    await keepAside(deps, id, event);
    return true;
  }
  const sent = {
    signal: { kind, rid, status, latencyMs },
    exitCode,
    output,
    source: 'post',
  } as const;
  const reached = { by: 'name', id, seen: { id, ...seen } } as const;
  await recordSignal(deps, reached, sent, { event, entry: null });
  const after = laterThan(await eventsSince(deps, id, saidAt));
  // Its end was written while its start was.
  if (kind === 'start' && endOf(event, after)) await keepAside(deps, id, event);
  const last = lastOutcome(after);
  if (isEnd(event) && last && last.kind !== kind)
    await countAgain(deps, id, { ...last, at: Math.max(last.at, event.at) });
  return true;
}

function eventOf({
  at,
  saidAt,
  tail,
  kind,
  rid,
  status,
  latencyMs,
  exitCode,
  output,
}: RunSignal): MonitorEvent {
  const said = { kind, rid, status, latencyMs, exitCode, hasOutput: output !== null };
  return {
    id: eventIdOf(at, tail),
    at,
    ...(at !== saidAt && { saidAt }),
    durationMs: null,
    source: 'post',
    ...said,
  };
}

/** The events since an instant, of the last in the order of the service's times first. */
async function eventsSince({ table, clock }: AwsDeps, id: string, since: Instant): Promise<MonitorEvent[]> {
  const now = clock.now();
  const asked = { limit: LATER_MAX, since, before: now + DAY_MS, now, consistent: true };
  const events = await listSingleEvents(table, id, asked);
  return events.toSorted((a, b) => saidAtOf(b) - saidAtOf(a));
}

const saidAtOf = ({ at, saidAt = at }: MonitorEvent): Instant => saidAt;
const isEnd = ({ kind }: MonitorEvent): boolean => kind === 'ping' || kind === 'fail';
const lastOutcome = (later: readonly MonitorEvent[]): MonitorEvent | undefined => later.find(isEnd);
const endOf = ({ rid }: MonitorEvent, later: readonly MonitorEvent[]): MonitorEvent | undefined =>
  later.find((event) => isEnd(event) && event.rid === rid);

function isBehind(event: MonitorEvent, later: readonly MonitorEvent[]): boolean {
  if (event.kind === 'start') return endOf(event, later) !== undefined;
  return event.kind === 'ping' && lastOutcome(later)?.kind === 'fail';
}

/** Keeps an event whose monitor is further already: nothing changes but that its run is not open. */
async function keepAside({ table }: AwsDeps, id: string, event: MonitorEvent): Promise<void> {
  await retryOnConflict(async () => {
    const before = await getMonitor(table, id);
    if (!before?.active) return;
    const { runs, durationMs } = closeRuns(before.runs, event.rid, event.at);
    await putEvent(table, id, { ...event, ...(event.kind !== 'start' && { durationMs }), hasOutput: false });
    if (runs !== before.runs) await replaceMonitor(table, before, { ...before, runs });
  });
}

/** What a job came to last has it again, once what it said before that was recorded behind it. */
async function countAgain(deps: AwsDeps, id: string, last: MonitorEvent): Promise<void> {
  const { rid, at, exitCode, hasOutput } = last;
  const details = {
    eventId: last.id,
    ...(exitCode !== null && { exitCode }),
    ...(hasOutput && { outputOf: last.id }),
  };
  const kind = last.kind;
  await retryOnConflict(async () => {
    const before = await getMonitor(deps.table, id);
    if (!before?.active || (kind === 'fail' && (before.failing || before.failedRuns !== null))) return;
    const signal = { kind, rid, status: null, latencyMs: null, ...(kind === 'fail' && details) };
    const { monitor: after } = await afterSignal(deps, before, signal, at);
    await writeSignalled(deps.table, { before, after }, kind);
  });
}
