import { isDeepStrictEqual } from 'node:util';
import { deleteEvent, putEvent, type MonitorEvent } from '../../data/monitors/events.ts';
import { inLine } from '../../data/in-line.ts';
import { isStaged } from '../../data/monitors/monitor-blocks.ts';
import { getMonitor, listMaxFor, monitorOf } from '../../data/monitors/monitors.ts';
import { deleteOutput, putOutput } from '../../data/monitors/job-outputs.ts';
import { putPingBlock } from '../../data/monitors/ping-blocks.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { WriteConflict, type Table } from '../../data/table.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { keptOf, withKept } from '../../domain/monitors/signal-rate.ts';
import { allDone } from '../concurrently.ts';
import { pingNotFound } from '../or-refuse.ts';
import { hasTail } from '../../data/monitors/public-monitor-id.ts';
import { afterSignal, writeSignalled } from './apply-signal-and-write.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { arrivalOf, recordAtOnce, type Arrival, type IdTarget, type SentSignal } from './arrival.ts';

/** Whose signal it is: by the id of its ping URL, which may be rotated meanwhile, or by a job name, which stays. */
export type ReachedMonitor = IdTarget | { by: 'name'; id: string; seen: Monitor };

/**
 * Records a signal. A plain success of a calm monitor is one call; anything else is decided from the item that this call was
 * refused with, or that is read, and written. When someone else moved the monitor first it is decided again from what is
 * there now; the event keeps its id, so it stays one event. What a flood sends beyond its bound changes the monitor and leaves
 * no event (decisions/053).
 */
export async function recordSignal(
  deps: CoreDeps,
  reached: ReachedMonitor,
  call: SentSignal,
  arrival: Arrival = arrivalOf(deps, call),
): Promise<void> {
  const { table } = deps;
  const { entry, event: sent } = arrival;
  const isTried = reached.by === 'id' && entry !== null;
  const refused = isTried ? await recordAtOnce(deps, reached, arrival) : undefined;
  if (isTried && !(refused instanceof WriteConflict)) return;
  let written: MonitorEvent | undefined;
  let kept: { event: boolean; output: boolean } | undefined;
  const decide = async (conflict: WriteConflict | undefined) => {
    const before = await currentMonitor(table, reached, conflict ?? (refused as WriteConflict | undefined));
    // The answer to a write that took it was lost; what became of the ping URL since then changes nothing about it.
    if (entry !== null && before?.recent.includes(entry)) return;
    if (!before || !takesPings(before, reached)) {
      if (written) await takeBack(table, reached.id, written.id);
      throw pingNotFound();
    }
    const { lately, ...now } = keptOf(before, { kind: sent.kind, hasOutput: call.output !== null }, sent.at);
    // What was written by an earlier try stays.
    kept = kept?.event ? kept : now;
    const output = kept.output ? call.output : null;
    const signal = signalOf({ ...call, output }, sent.id);
    const { monitor: after, durationMs: found } = await afterSignal(deps, before, signal, sent.at);
    const durationMs = found ?? closedBefore(before, written);
    const listing = written || durationMs !== null ? null : await listedIn(deps, before, after, arrival);
    if (listing) return writeSignalled(table, { before, after: listing }, sent.kind);
    const event = { ...sent, durationMs, hasOutput: output !== null };
    const isNews = kept.event && !isDeepStrictEqual(event, written);
    if (isNews) written = event;
    const apart = isNews ? eventWrites(table, reached.id, event, output) : [];
    await allDone([...apart, writeSignalled(table, { before, after: withKept(after, lately) }, sent.kind)]);
  };
  await retryOnConflict(decide, (again) => inLine(table, reached.id, again));
}

/** How long the run was that this signal closed already, by a write whose answer was lost: the monitor measured the same last. */
function closedBefore({ lastDurationMs }: Monitor, written: MonitorEvent | undefined): number | null {
  return written?.durationMs === lastDurationMs ? lastDurationMs : null;
}

/** The event as an item of its own, and what came with it. */
function eventWrites(table: Table, id: string, event: MonitorEvent, text: string | null): Promise<void>[] {
  const output = text === null ? [] : [putOutput(table, id, { eventId: event.id, at: event.at, text })];
  return [putEvent(table, id, event), ...output];
}

async function takeBack(table: Table, id: string, eventId: string): Promise<void> {
  await allDone([deleteEvent(table, id, eventId), deleteOutput(table, id, eventId)]);
}

function signalOf({ signal, exitCode, output }: SentSignal, eventId: string) {
  return {
    ...signal,
    eventId,
    ...(exitCode !== null && { exitCode }),
    ...(output !== null && { outputOf: eventId }),
  };
}

/**
 * The monitor with the signal as the last of its list, so that one write records both; null of a signal that is no entry, or
 * comes behind a later one. A full list is packed first: what dies before the list is cut leaves its entries in both.
 */
async function listedIn(
  { table, log }: CoreDeps,
  { id, recent, lastEventAt }: Monitor,
  after: Monitor,
  { entry, event }: Arrival,
): Promise<Monitor | null> {
  if (entry === null || event.at <= (lastEventAt ?? -1)) return null;
  const listed = { ...after, recent: [...recent, entry] };
  // By the list with it, as its write does: an entry that is longer than all before it leaves room for fewer.
  if (recent.length < listMaxFor(table, listed)) return listed;
  try {
    await putPingBlock(table, id, recent);
  } catch (error) {
    // An event of its own needs no room.
    log.error('pings_not_packed', error);
    return null;
  }
  return { ...after, recent: [entry] };
}

/**
 * What a write was refused with is the monitor as it is; the cheap read may be a moment behind: only a consistent one says
 * that a monitor is absent, deactivated or rotated. One whose import may still come to nothing is absent: a name is no
 * secret, and its id neither.
 */
async function currentMonitor(
  table: Table,
  reached: ReachedMonitor,
  conflict: WriteConflict | undefined,
): Promise<Monitor | undefined> {
  if (!conflict && reached.by === 'name') return reached.seen;
  const current = conflict?.current
    ? monitorOf(conflict.current)
    : await readMonitor(table, reached, conflict === undefined);
  return current && (await isStaged(table, current)) ? undefined : current;
}

async function readMonitor(
  table: Table,
  reached: ReachedMonitor,
  mayBeCheap: boolean,
): Promise<Monitor | undefined> {
  const seen = mayBeCheap ? await getMonitor(table, reached.id, { consistent: false }) : undefined;
  return seen && takesPings(seen, reached) ? seen : getMonitor(table, reached.id);
}

/** One that watches a number hears readings alone: nobody says by a ping that a disk is not full. */
function takesPings(monitor: Monitor, reached: ReachedMonitor): boolean {
  return monitor.active && !monitor.threshold && (reached.by === 'name' || hasTail(monitor, reached));
}
