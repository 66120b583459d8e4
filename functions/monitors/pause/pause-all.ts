import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { stillOwnedItem } from '../../../lib/data/accounts/owner-counters.ts';
import { type Owner } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { settingsItems, type SettingsWrite } from '../../../lib/data/monitors/settings-writes.ts';
import { transact, WriteConflict } from '../../../lib/data/table.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import { withSettings } from '../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { pausedAnew } from '../../../lib/domain/monitors/pause.ts';
import { hasTags } from '../../../lib/domain/monitors/settings/tags.ts';
import { authorOf } from '../../../lib/flows/change-author.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';
import { judgedNow } from '../../../lib/flows/monitors/detect-outages.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** A pause that takes the place of the one a monitor has; until null there is none. */
export interface PauseWish {
  tag: string;
  until: Instant | null;
}

/** Two items each of the hundred of a transaction. */
const AT_ONCE = 40;

/** Whether a pause by tag is about a monitor. */
export function isToPause(monitor: Monitor, { tag }: PauseWish): boolean {
  return monitor.active && hasTags(monitor, [tag]);
}

/** Pauses monitors of the caller, those of one space together; returns how many were not paused like this already. */
export async function pauseAll(
  ctx: Ctx<'owner'>,
  monitors: readonly Monitor[],
  wish: PauseWish,
): Promise<number> {
  let changed = 0;
  for (const ofSpace of Map.groupBy(monitors, ({ spaceId }) => spaceId).values())
    for (let start = 0; start < ofSpace.length; start += AT_ONCE)
      changed += await pauseTogether(ctx, ofSpace.slice(start, start + AT_ONCE), wish);
  return changed;
}

/** One that changed meanwhile makes them go one by one. */
async function pauseTogether(
  ctx: Ctx<'owner'>,
  monitors: readonly Monitor[],
  wish: PauseWish,
): Promise<number> {
  try {
    return await pause(ctx, ctx.caller.owner, monitors, wish);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
  let changed = 0;
  for (const { id } of monitors) changed += await pauseAlone(ctx, id, wish);
  return changed;
}

/** One that is gone by now, or carries the tag no more, is left alone. */
function pauseAlone(ctx: Ctx<'owner'>, id: string, wish: PauseWish): Promise<number> {
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const monitor = await getMonitor(ctx.table, id);
    const isOurs = monitor && owner.spaces.includes(monitor.spaceId) && isToPause(monitor, wish);
    return isOurs ? pause(ctx, owner, [monitor], wish) : 0;
  });
}

/** In one transaction, for monitors of one space that are still as they were read. */
async function pause(
  ctx: Ctx<'owner'>,
  owner: Owner,
  monitors: readonly Monitor[],
  { until }: PauseWish,
): Promise<number> {
  const { table, now } = ctx;
  const judged = await judgedNow(ctx, monitors, now);
  const writes = monitors.flatMap((before, index): SettingsWrite[] => {
    const settings = pausedAnew(before, until, now);
    return settings ? [{ before, after: withSettings(before, settings, now, judged[index]) }] : [];
  });
  const [first] = writes;
  if (!first) return 0;
  const author = { ...authorOf(ctx), way: 'paused_by_tag' } as const;
  await transact(table, [
    stillOwnedItem(table, { ownerId: owner.id, spaceId: first.after.spaceId }),
    ...writes.flatMap((write) => settingsItems(table, write, author)),
  ]);
  return writes.length;
}
