import type { catalogue } from '../../lib/contract/catalogue.ts';
import { replaceMonitorItem } from '../../lib/data/monitors.ts';
import { countItem } from '../../lib/data/owners.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { expiringPointerItem } from '../../lib/data/space-monitors.ts';
import { transact } from '../../lib/data/table.ts';
import { deactivated } from '../../lib/domain/monitor/lifecycle.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { ownMonitor } from '../../lib/flows/own-monitor.ts';

export const deleteMonitor: Handle<typeof catalogue.deleteMonitor> = async (ctx, { params }) => {
  await retryOnConflict(() => deleteOnce(ctx, params.id));
  return { ok: true };
};

/** Deleting again is harmless: the allowance is given back once. */
async function deleteOnce(ctx: Ctx<'owner'>, id: string): Promise<void> {
  const monitor = await ownMonitor(ctx, id);
  if (!monitor.active) return;
  const freed = { monitors: -1, emailAlerts: monitor.alertTo === null ? 0 : -1 };
  await transact(ctx.table, [
    replaceMonitorItem(ctx.table, monitor, deactivated(monitor, ctx.now)),
    // An imported monitor stays listed by its block; a pointer beside it would list it twice.
    ...(monitor.importedAs === undefined ? [expiringPointerItem(ctx.table, monitor, ctx.now)] : []),
    countItem(ctx.table, ctx.caller.owner.id, freed, { monitors: null, emailAlerts: null }),
  ]);
}
