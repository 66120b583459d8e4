import { hashOf, slugMonitorId } from '../../lib/adapters/ids.ts';
import { scopeOfToken } from '../../lib/data/accounts/space-tokens.ts';
import { isStaged } from '../../lib/data/monitors/monitor-blocks.ts';
import { monitorOf } from '../../lib/data/monitors/monitors.ts';
import { WriteConflict, type Table } from '../../lib/data/table.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { broughtName, isNameable } from '../../lib/flows/monitors/brought-id.ts';
import type { Call } from '../../lib/runtime/call.ts';
import type { IngestDeps } from '../../lib/runtime/deps.ts';
import { arrivalOf, recordAtOnce } from '../../lib/flows/monitors/arrival.ts';
import type { IngestCall, KeyTarget } from './ingest-call.ts';
import { recordSignal } from '../../lib/flows/monitors/record-signal.ts';

/**
 * Records a plain success of a job that is known by its name: the cheap read of its key, then the one call. Returns the
 * monitor, or undefined where nothing is recorded: a job that there is not, or a key that may be, which only a consistent read tells, and any
 * other signal. A key that was rotated a moment ago may pass, as if its ping had come that moment earlier.
 */
async function recordKnownName(
  deps: IngestDeps,
  target: KeyTarget,
  call: IngestCall,
): Promise<Monitor | undefined> {
  const { table } = deps;
  const arrival = arrivalOf(deps, call);
  if (arrival.entry === null) return undefined;
  const named = await monitorNamed(table, target);
  if (named === undefined) return undefined;
  const found = await recordAtOnce(deps, named, arrival, true);
  const item = found instanceof WriteConflict ? found.current : found;
  const monitor = item && monitorOf(item);
  if (!(found instanceof WriteConflict)) return monitor;
  if (!monitor?.active || (await isStaged(table, monitor))) return undefined;
  if (named.spaceId !== undefined && !(await isNameable(table, named.spaceId, monitor))) return undefined;
  await recordSignal(deps, { by: 'name', id: monitor.id, seen: monitor }, call, arrival);
  return monitor;
}

/** By one cheap read: of the slug, where an import brought it, and else of the key. */
async function monitorNamed(
  table: Table,
  target: KeyTarget,
): Promise<{ id: string; spaceId?: string } | undefined> {
  const { key, slug } = target;
  const cheaply = { consistent: false };
  const brought = await broughtName(table, target, cheaply);
  if (brought !== undefined) return brought;
  const opened = await scopeOfToken(table, 'ingest', hashOf(key), cheaply);
  return opened && { id: slugMonitorId(opened.salt, slug) };
}

/** Records a signal by job name; the first one makes the monitor, and may pay for it. */
export async function recordByName(deps: IngestDeps, target: KeyTarget, sent: IngestCall, call: Call) {
  const known = await recordKnownName(deps, target, sent);
  if (known) return { monitor: known, created: false, receipt: null };
  const { findOrCreate } = await import('./find-or-create.ts');
  const found = await findOrCreate(deps, target, call);
  await recordSignal(deps, { by: 'name', id: found.monitor.id, seen: found.monitor }, sent);
  return found;
}
