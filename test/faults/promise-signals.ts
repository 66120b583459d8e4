import {
  isAcknowledged,
  mayCount,
  signalsOf,
  statusOf,
  type Facts,
  type SentSignal,
  type Watched,
} from './facts.ts';
import type { Holdings } from './ledger.ts';

/** A ping answered 200 is recorded once and never forgotten; one answered 404 leaves nothing (DECISIONS.md "Ingest" 3). */
export function everySignalOnce(facts: Facts, holdings: Holdings): string[] {
  const refused = facts.firstPings.filter((call) => {
    const status = statusOf(call);
    return status !== undefined && status !== 200 && status < 500;
  });
  const strangers = refused.map((call) => `${call.name} was answered ${statusOf(call)}`);
  const faults = facts.monitors.flatMap((monitor) => {
    const signals = signalsOf(facts, monitor);
    const events = eventFaults(signals, holdings.events.get(monitor.id) ?? [], monitor.deletion);
    // What was deleted may be gone, or made by its key live again.
    const isGone = !holdings.monitors.has(monitor.id) || monitor.byKey !== null;
    if (monitor.deletion && isGone) return events;
    return [
      ...events,
      ...lastEventFaults(monitor, signals, holdings.monitors.get(monitor.id)?.lastEventAt ?? null),
      ...runFaults(signals, holdings, monitor),
    ].map((fault) => `${monitor.name}: ${fault}`);
  });
  return [...strangers, ...faults];
}

function eventFaults(
  signals: readonly SentSignal[],
  events: readonly Record<string, unknown>[],
  deletion: Watched['deletion'],
): string[] {
  const faults: string[] = [];
  const kinds = { success: 'ping', fail: 'fail', start: 'start' } as const;
  for (const signal of signals) {
    const own = events.filter((event) => event['status'] === signal.mark);
    const status = signal.call.ending?.how === 'done' ? signal.call.ending.value.statusCode : undefined;
    if (isAcknowledged(signal) && own.length !== 1)
      faults.push(`signal ${signal.mark} has ${own.length} events`);
    if (own.length > 1) faults.push(`signal ${signal.mark} has ${own.length} events`);
    // Written before a deletion that was under way, it lost its answer, and the monitor was gone for the next try.
    if (!mayCount(signal) && own.length > 0 && !isBeside(signal, deletion))
      faults.push(`signal ${signal.mark} was refused with ${status} and has an event`);
    if (own[0] && own[0]['kind'] !== kinds[signal.kind])
      faults.push(`signal ${signal.mark} is recorded as another kind`);
    if (own[0] && isAcknowledged(signal)) faults.push(...durationFaults(signals, signal, own[0]));
  }
  return faults;
}

function isBeside({ call }: SentSignal, deletion: Watched['deletion']): boolean {
  return deletion !== null && deletion.startSeq < call.endSeq && deletion.endSeq > call.startSeq;
}

/** Only where nobody else touched the run: the close of a run that was open says how long it was. */
function durationFaults(
  signals: readonly SentSignal[],
  close: SentSignal,
  event: Record<string, unknown>,
): string[] {
  if (close.kind === 'start') return [];
  const opened = signals
    .filter((signal) => signal.kind === 'start' && signal.rid === close.rid && isAcknowledged(signal))
    .filter((start) => start.call.endSeq < close.call.startSeq)
    .at(-1);
  if (!opened) return [];
  const between = signals.filter(
    (signal) =>
      signal !== opened &&
      signal !== close &&
      signal.call.endSeq > opened.call.startSeq &&
      signal.call.startSeq < close.call.endSeq,
  );
  if (between.length > 0) return [];
  const durationMs = close.call.startedAt - opened.call.startedAt;
  if (event['durationMs'] === durationMs) return [];
  return [`signal ${close.mark} closed a run of ${durationMs} ms and says ${String(event['durationMs'])}`];
}

function lastEventFaults(
  { deletion, isRotated }: Watched,
  signals: readonly SentSignal[],
  lastEventAt: number | null,
): string[] {
  const successes = signals.filter((signal) => signal.kind === 'success');
  const proven = Math.max(-1, ...successes.filter(isAcknowledged).map((signal) => signal.call.startedAt));
  // One that was written and then asked again, since its answer was lost, may find the monitor deleted or rotated: 404.
  const maybe = successes.filter((signal) => mayCount(signal) || deletion !== null || isRotated);
  const possible = new Set(maybe.map((signal) => signal.call.startedAt));
  const faults: string[] = [];
  if (proven > (lastEventAt ?? -1)) faults.push('an acknowledged success is forgotten');
  if (lastEventAt !== null && !possible.has(lastEventAt)) faults.push('its last success was never sent');
  return faults;
}

/** Open runs: none that was closed for sure, all that nobody closed. */
function runFaults(signals: readonly SentSignal[], holdings: Holdings, monitor: Watched): string[] {
  const item = holdings.monitors.get(monitor.id);
  if (item?.active !== true) return [];
  const runs = item.runs ?? [];
  const touching = (signal: SentSignal, rid: string | null) =>
    signal.kind === 'start' ? signal.rid === rid : signal.rid === null || signal.rid === rid;
  const faults: string[] = [];
  for (const start of signals.filter((signal) => signal.kind === 'start' && isAcknowledged(signal))) {
    const others = signals.filter(
      (signal) => signal !== start && touching(signal, start.rid) && mayCount(signal),
    );
    const undisturbed = others.every((signal) => signal.call.endSeq < start.call.startSeq);
    const open = runs.some((run) => run.rid === start.rid && run.startedAt === start.call.startedAt);
    if (undisturbed && !open) faults.push(`the run of signal ${start.mark} is forgotten`);
  }
  for (const run of runs) {
    const starts = signals.filter(
      (signal) =>
        signal.kind === 'start' &&
        signal.rid === run.rid &&
        signal.call.startedAt === run.startedAt &&
        mayCount(signal),
    );
    if (starts.length === 0) faults.push('a run is open that nobody started');
    const closed = signals.filter(
      (signal) =>
        isAcknowledged(signal) &&
        touching(signal, run.rid) &&
        starts.every((start) => Math.min(start.call.endSeq, lastWrite(start)) < signal.call.startSeq),
    );
    if (starts.length > 0 && closed.length > 0)
      faults.push(`a run is open that signal ${closed[0]?.mark} ended`);
  }
  return faults;
}

/** Nothing of a call can arrive after its last write; a killed one never ends. */
function lastWrite(signal: SentSignal): number {
  if (signal.call.ending?.how !== 'killed') return signal.call.endSeq;
  return Math.max(-1, ...signal.call.writes.map((write) => write.seq));
}
