import { noteKept, recordHealthyPing, replaceMonitor } from '../../data/monitors/monitors.ts';
import type { Table } from '../../data/table.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { applySignal, isRoutine, type Signal, type SignalOutcome } from '../../domain/monitors/signal.ts';
import { extendedNow, type OutageDeps } from './detect-outages.ts';

/** What a signal makes of a monitor. A silence in which a success could not reach us is no miss. */
export async function afterSignal(
  deps: OutageDeps,
  before: Monitor,
  signal: Signal,
  at: Instant,
): Promise<SignalOutcome> {
  const judged = signal.kind === 'ping' ? await extendedNow(deps, before, at) : before;
  return applySignal(judged, signal, at);
}

/**
 * A healthy ping takes the light write, which moves nothing but the last success. A failure is written even when it
 * seems to change nothing: it may have been decided from a read that had not seen the success before it. A log is
 * counted only.
 */
export function writeSignalled(
  table: Table,
  { before, after }: { before: Monitor; after: Monitor },
  kind: Signal['kind'],
): Promise<void> {
  if (kind === 'log') return noteKept(table, before, after);
  if (kind === 'ping' && isRoutine(before, after)) return recordHealthyPing(table, before, after);
  return replaceMonitor(table, before, after);
}
