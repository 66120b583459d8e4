import { Refusal } from '../../contract/errors.ts';
import { isStaged } from '../../data/monitors/monitor-blocks.ts';
import type { Owner } from '../../data/owners.ts';
import { isGone } from '../../data/monitors/space-monitors.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import type { Ctx } from '../../runtime/context.ts';
import { monitorShownAs } from '../../data/monitors/public-monitor-id.ts';

/**
 * The caller's monitor. Unknown, foreign and malformed ids are the same 404 (SPEC.md "Authentication" rule 1), as is a
 * monitor of an import that may still come to nothing.
 */
export async function ownMonitor(ctx: Ctx<'owner'> | Ctx<'hook'>, id: string): Promise<Monitor> {
  const { caller } = ctx;
  if (caller.kind !== 'hook') return monitorOfOwner(ctx, id, caller.owner);
  return shownTo(ctx, caller.monitor, () => caller.monitorId === id);
}

/** A monitor in a space of an owner, or the same 404. */
export async function monitorOfOwner(
  ctx: Pick<Ctx, 'table' | 'now'>,
  id: string,
  owner: Owner,
): Promise<Monitor> {
  return monitorInSpaces(ctx, id, owner.spaces);
}

/** A monitor in some spaces, by what the outside names it, or the same 404. */
export async function monitorInSpaces(
  ctx: Pick<Ctx, 'table' | 'now'>,
  id: string,
  spaces: readonly string[],
): Promise<Monitor> {
  return shownIn(ctx, await monitorShownAs(ctx.table, id), spaces);
}

/** What was found, where it is in some spaces, or the same 404. */
export function shownIn(
  ctx: Pick<Ctx, 'table' | 'now'>,
  found: Monitor | undefined,
  spaces: readonly string[],
): Promise<Monitor> {
  return shownTo(ctx, found, ({ spaceId }) => spaces.includes(spaceId));
}

async function shownTo(
  ctx: Pick<Ctx, 'table' | 'now'>,
  monitor: Monitor | undefined,
  mayRead: (monitor: Monitor) => boolean,
): Promise<Monitor> {
  if (!monitor || isGone(monitor, ctx.now) || !mayRead(monitor)) throw noSuchMonitor();
  if (await isStaged(ctx.table, monitor)) throw noSuchMonitor();
  return monitor;
}

export function noSuchMonitor(): Refusal {
  return new Refusal('not_found', 'You have no such monitor.');
}
