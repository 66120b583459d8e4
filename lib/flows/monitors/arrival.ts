import { newTail } from '../../adapters/ids.ts';
import type { MonitorEvent } from '../../data/monitors/events.ts';
import { eventIdOf } from '../../data/keys.ts';
import { recordCalmPing, type MeantMonitor } from '../../data/monitors/calm-pings.ts';
import { pingEntryOf } from '../../data/monitors/ping-entries.ts';
import { WriteConflict, type Item } from '../../data/table.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import type { ShownId } from '../../domain/monitors/monitor-id.ts';
import type { Signal } from '../../domain/monitors/signal.ts';

/** A monitor by the id of its ping URL. */
export interface IdTarget extends ShownId {
  by: 'id';
}

/** What a job says, however it says it. */
export interface SentSignal {
  signal: Signal;
  exitCode: number | null;
  /** What the job sent, its end when it is long; null when it sent nothing to keep. */
  output: string | null;
  source: 'get' | 'post';
}

/** A signal that arrived: its event, which keeps its id however often it is decided. */
export interface Arrival {
  event: MonitorEvent;
  /** The event in short; null of what is more than a plain success. */
  entry: string | null;
}

export function arrivalOf({ clock }: Pick<CoreDeps, 'clock'>, call: SentSignal): Arrival {
  const { kind, rid, status, latencyMs } = call.signal;
  const { exitCode, source, output } = call;
  const at = clock.now();
  const id = eventIdOf(at, newTail());
  const said = { kind, rid, exitCode, status, latencyMs, source, hasOutput: output !== null };
  const event = { id, at, durationMs: null, ...said };
  return { event, entry: pingEntryOf(event) };
}

/**
 * The one call of a plain success, for a monitor that is calm (decisions/052). Returns its item where that `isWanted`; what it
 * was refused for stands in the conflict, with the item as it is.
 */
export async function recordAtOnce(
  { table }: Pick<CoreDeps, 'table'>,
  meant: MeantMonitor,
  { event: { at, status, latencyMs }, entry }: Arrival,
  isWanted = false,
): Promise<Item | undefined | WriteConflict> {
  if (entry === null) return new WriteConflict();
  try {
    return await recordCalmPing(table, meant, { at, entry, status, latencyMs }, isWanted);
  } catch (error) {
    if (error instanceof WriteConflict) return error;
    throw error;
  }
}
