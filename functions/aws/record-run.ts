import { eventIdOf } from '../../lib/data/keys.ts';
import { hasEvent, listSingleEvents, putEvent, type MonitorEvent } from '../../lib/data/monitors/events.ts';
import { getMonitor, replaceMonitor } from '../../lib/data/monitors/monitors.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { DAY_MS } from '../../lib/domain/calendar.ts';
import type { JobSignal } from '../../lib/domain/aws/job-signal.ts';
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
  signal: JobSignal,
  isAgain: boolean,
): Promise<boolean> {
  const { table } = deps;
  const event = eventOf(signal);
  const onTime = eventIdOf(signal.saidAt, signal.tail);
  if (!isAgain && (await hasEvent(table, id, onTime))) return false;
  const { kind, rid, exitCode, output } = signal;
  const before = await laterEvents(deps, id, event);
  if (isBehind(event, before)) {
    await keepAside(deps, id, event);
    return true;
  }
  const sent = {
    signal: { kind, rid, status: null, latencyMs: null },
    exitCode,
    output,
    source: 'post',
  } as const;
  const reached = { by: 'name', id, seen: { id, ...seen } } as const;
  await recordSignal(deps, reached, sent, { event, entry: null });
  const after = kind === 'ping' ? [] : await laterEvents(deps, id, event);
  // Its end was written while its start was.
  if (kind === 'start' && endOf(event, after)) await keepAside(deps, id, event);
  const success = kind === 'fail' && lastOutcome(after);
  if (success && success.kind === 'ping') await succeedAgain(deps, id, success);
  return true;
}

function eventOf({ at, tail, kind, rid, exitCode, output }: JobSignal): MonitorEvent {
  const said = { kind, rid, exitCode, hasOutput: output !== null };
  return {
    id: eventIdOf(at, tail),
    at,
    durationMs: null,
    status: null,
    latencyMs: null,
    source: 'post',
    ...said,
  };
}

/** The events behind one, newest first. */
async function laterEvents({ table, clock }: AwsDeps, id: string, { id: eventId, at }: MonitorEvent) {
  const now = clock.now();
  const asked = { limit: LATER_MAX, before: now + DAY_MS, now, consistent: true };
  const events = await listSingleEvents(table, id, asked);
  return events.filter((event) => event.id !== eventId && event.at >= at);
}

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

/** A success that came before a failure which it follows ends it. */
async function succeedAgain(deps: AwsDeps, id: string, { rid, at }: MonitorEvent): Promise<void> {
  await retryOnConflict(async () => {
    const before = await getMonitor(deps.table, id);
    if (!before?.active) return;
    const signal = { kind: 'ping', rid, status: null, latencyMs: null } as const;
    const { monitor: after } = await afterSignal(deps, before, signal, at);
    await writeSignalled(deps.table, { before, after }, 'ping');
  });
}
