import { isDeepStrictEqual } from 'node:util';
import { newTail } from '../../lib/adapters/ids.ts';
import { deleteEvent, putEvent, type MonitorEvent } from '../../lib/data/monitors/events.ts';
import { eventIdOf } from '../../lib/data/keys.ts';
import { inLine } from '../../lib/data/in-line.ts';
import { isStaged } from '../../lib/data/monitors/monitor-blocks.ts';
import { getMonitor, monitorOf } from '../../lib/data/monitors/monitors.ts';
import { deleteOutput, putOutput } from '../../lib/data/monitors/job-outputs.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import type { WriteConflict, Table } from '../../lib/data/table.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { keptOf, withKept } from '../../lib/domain/monitors/signal-rate.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import { pingNotFound } from '../../lib/flows/or-refuse.ts';
import { hasTail } from '../../lib/data/monitors/public-monitor-id.ts';
import { afterSignal, writeSignalled } from '../../lib/flows/monitors/apply-signal-and-write.ts';
import type { CoreDeps } from '../../lib/runtime/deps.ts';
import type { IdTarget, IngestCall } from './ingest-call.ts';

/** Whose signal it is: by the id of its ping URL, which may be rotated meanwhile, or by a job name, which stays. */
export type ReachedMonitor = IdTarget | { by: 'name'; id: string; seen: Monitor };

/**
 * Records a signal: reads the monitor, decides, then writes monitor and event side by side. When someone else moved
 * the monitor first it is decided again from what is there now; the event keeps its id, so it stays one event. What a
 * flood sends beyond its bound changes the monitor and leaves no event (decisions/053).
 */
export async function recordSignal(deps: CoreDeps, reached: ReachedMonitor, sent: IngestCall): Promise<void> {
  const { table } = deps;
  const monitorId = reached.id;
  const at = deps.clock.now();
  const id = eventIdOf(at, newTail());
  let written: MonitorEvent | undefined;
  let kept: { event: boolean; output: boolean } | undefined;
  const decide = async (conflict: WriteConflict | undefined) => {
    const before =
      conflict || reached.by === 'id' ? await currentMonitor(table, reached, conflict) : reached.seen;
    if (!before || !takesPings(before, reached)) {
      if (written) await allDone([deleteEvent(table, monitorId, id), deleteOutput(table, monitorId, id)]);
      throw pingNotFound();
    }
    const { kind } = sent.signal;
    const { lately, ...now } = keptOf(before, { kind, hasOutput: sent.output !== null }, at);
    // What was written by an earlier try stays.
    kept = kept?.event ? kept : now;
    const call = kept.output ? sent : { ...sent, output: null };
    const { monitor: after, durationMs } = await afterSignal(deps, before, signalOf(call, id), at);
    const event = eventOf(call, { id, at, durationMs });
    const isNews = kept.event && !isDeepStrictEqual(event, written);
    if (isNews) written = event;
    const { output: text } = call;
    await allDone([
      ...(isNews ? [putEvent(table, monitorId, event)] : []),
      ...(isNews && text !== null ? [putOutput(table, monitorId, { eventId: id, at, text })] : []),
      writeSignalled(table, { before, after: withKept(after, lately) }, kind),
    ]);
  };
  await retryOnConflict(decide, (again) => inLine(table, monitorId, again));
}

function signalOf({ signal, exitCode, output }: IngestCall, eventId: string) {
  return {
    ...signal,
    eventId,
    ...(exitCode !== null && { exitCode }),
    ...(output !== null && { outputOf: eventId }),
  };
}

function eventOf(call: IngestCall, told: Pick<MonitorEvent, 'id' | 'at' | 'durationMs'>): MonitorEvent {
  const { kind, rid, status, latencyMs } = call.signal;
  const { exitCode, source } = call;
  return { ...told, kind, rid, exitCode, status, latencyMs, source, hasOutput: call.output !== null };
}

/**
 * The cheap read may be a moment behind: only a consistent one says that a monitor is absent, deactivated or rotated. One whose
 * import may still come to nothing is absent: a name is no secret, and its id neither.
 */
async function currentMonitor(
  table: Table,
  reached: ReachedMonitor,
  conflict: WriteConflict | undefined,
): Promise<Monitor | undefined> {
  const { id } = reached;
  if (conflict?.current) return monitorOf(conflict.current);
  const seen = conflict ? undefined : await getMonitor(table, id, { consistent: false });
  const current = seen && takesPings(seen, reached) ? seen : await getMonitor(table, id);
  return current && (await isStaged(table, current)) ? undefined : current;
}

function takesPings(monitor: Monitor, reached: ReachedMonitor): boolean {
  return monitor.active && (reached.by === 'name' || hasTail(monitor, reached));
}
