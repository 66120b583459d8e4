import type { catalogue } from '../../lib/contract/catalogue.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { deletionOf, type Deletion } from '../../lib/flows/monitors/monitor-deletion.ts';
import { monitorOfOwner } from '../../lib/flows/monitors/own-monitor.ts';
import type { Ctx, Handle, Write } from '../../lib/runtime/context.ts';

/** Deleting again is harmless: the allowance is given back once. */
export const deleteMonitor: Handle<typeof catalogue.deleteMonitor> = async (ctx, { params }) => {
  const deleted = { ok: true } as const;
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const monitor = await monitorOfOwner(ctx, params.id, owner);
    return ctx.commit(deleted, monitor.active ? written(ctx, deletionOf(ctx, owner, monitor)) : null);
  });
};

function written({ table }: Pick<Ctx, 'table'>, { items, counted }: Deletion): Write {
  return (rows) => transact(table, [...items, counted, ...rows]);
}
