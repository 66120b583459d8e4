import { Refusal } from '../contract/errors.ts';
import { isStaged } from '../data/monitor-blocks.ts';
import { getMonitor } from '../data/monitors.ts';
import type { Owner } from '../data/owners.ts';
import { isGone } from '../data/space-monitors.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { isMonitorId } from '../domain/monitor/monitor-id.ts';
import type { Ctx } from '../runtime/context.ts';

/**
 * The caller's monitor. Unknown, foreign and malformed ids are the same 404 (SPEC.md "Authentication" rule 1), as is a
 * monitor of an import that may still come to nothing.
 */
export function ownMonitor(ctx: Ctx<'owner'> | Ctx<'hook'>, id: string): Promise<Monitor> {
  const { caller } = ctx;
  return caller.kind === 'hook'
    ? monitorFor(ctx, id, () => caller.monitorId === id)
    : monitorOfOwner(ctx, id, caller.owner);
}

/** A monitor in a space of an owner, or the same 404. */
export function monitorOfOwner(ctx: Pick<Ctx, 'table' | 'now'>, id: string, owner: Owner): Promise<Monitor> {
  return monitorFor(ctx, id, ({ spaceId }) => owner.spaces.includes(spaceId));
}

async function monitorFor(
  ctx: Pick<Ctx, 'table' | 'now'>,
  id: string,
  mayRead: (monitor: Monitor) => boolean,
): Promise<Monitor> {
  const monitor = isMonitorId(id) ? await getMonitor(ctx.table, id) : undefined;
  if (!monitor || isGone(monitor, ctx.now) || !mayRead(monitor)) throw noSuchMonitor();
  if (await isStaged(ctx.table, monitor)) throw noSuchMonitor();
  return monitor;
}

export function noSuchMonitor(): Refusal {
  return new Refusal('not_found', 'There is no such monitor among yours.');
}
