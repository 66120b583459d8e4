import { Refusal } from '../contract/errors.ts';
import { getMonitor } from '../data/monitors.ts';
import { isGone } from '../data/space-monitors.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { isMonitorId } from '../domain/monitor/monitor-id.ts';
import type { Ctx } from '../runtime/context.ts';

/** The caller's monitor. Unknown, foreign and malformed ids are the same 404 (SPEC.md "Authentication" rule 1). */
export async function ownMonitor(ctx: Ctx<'owner'> | Ctx<'hook'>, id: string): Promise<Monitor> {
  const monitor = isMonitorId(id) ? await getMonitor(ctx.table, id) : undefined;
  if (!monitor || isGone(monitor, ctx.now) || !mayRead(ctx, monitor)) throw noSuchMonitor();
  return monitor;
}

export function noSuchMonitor(): Refusal {
  return new Refusal('not_found', 'There is no such monitor among yours.');
}

function mayRead(ctx: Ctx<'owner'> | Ctx<'hook'>, monitor: Monitor): boolean {
  const { caller } = ctx;
  return caller.kind === 'hook'
    ? caller.monitorId === monitor.id
    : caller.owner.spaces.includes(monitor.spaceId);
}
