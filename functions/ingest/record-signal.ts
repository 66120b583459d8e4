import { newTail } from '../../lib/adapters/ids.ts';
import { deleteEvent, putEvent, type MonitorEvent } from '../../lib/data/events.ts';
import { eventIdOf } from '../../lib/data/keys.ts';
import { getMonitor, monitorOf, recordHealthyPing, replaceMonitor } from '../../lib/data/monitors.ts';
import { retryLost } from '../../lib/data/retry-lost.ts';
import type { LostCondition, Table } from '../../lib/data/table.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { applySignal, isRoutine, type Signal } from '../../lib/domain/monitor/signal.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import { noSuchMonitor, type IngestCall } from './ingest-call.ts';

/**
 * Records a signal: reads the monitor, decides, then writes monitor and event side by side. When someone else moved
 * the monitor first it is decided again from what is there now; the event keeps its id, so it stays one event.
 */
export async function recordSignal(deps: CoreDeps, call: IngestCall): Promise<void> {
  const { table } = deps;
  const at = deps.clock.now();
  const id = eventIdOf(at, newTail());
  let written = false;
  await retryLost(async (lost) => {
    const before = await currentMonitor(table, call.monitorId, lost);
    if (!before?.active) {
      if (written) await deleteEvent(table, call.monitorId, id);
      throw noSuchMonitor();
    }
    const { monitor: after, durationMs } = applySignal(before, call.signal, at);
    const { kind, rid, status, latencyMs } = call.signal;
    const event: MonitorEvent = {
      id,
      at,
      kind,
      rid,
      durationMs,
      exitCode: call.exitCode,
      status,
      latencyMs,
      source: call.source,
    };
    written = true;
    await both(putEvent(table, call.monitorId, event), writeMonitor(table, before, after, call.signal));
  });
}

/** A monitor created a moment ago may not be seen by the cheap read: only a consistent one says that it is absent. */
async function currentMonitor(
  table: Table,
  id: string,
  lost: LostCondition | undefined,
): Promise<Monitor | undefined> {
  if (lost?.current) return monitorOf(lost.current);
  const seen = lost ? undefined : await getMonitor(table, id, { consistent: false });
  return seen ?? getMonitor(table, id);
}

function writeMonitor(table: Table, before: Monitor, after: Monitor, signal: Signal): Promise<void> {
  if (!isRoutine(before, after)) return replaceMonitor(table, before, after);
  return signal.kind === 'ping' ? recordHealthyPing(table, before, after) : Promise.resolve();
}

/** Waits for both before failing, so that no late write of this attempt overtakes the next attempt's. */
async function both(...writes: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(writes);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
