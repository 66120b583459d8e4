import type { catalogue } from '../../lib/contract/catalogue.ts';
import { incidentItems } from '../../lib/data/incidents.ts';
import { countItem } from '../../lib/data/owner-counters.ts';
import { type Owner } from '../../lib/data/owners.ts';
import { pastLivesItems } from '../../lib/data/past-lives.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { settingsItems } from '../../lib/data/settings-writes.ts';
import { transact } from '../../lib/data/table.ts';
import { usageChange } from '../../lib/domain/allowance/allowance.ts';
import { NO_CEILING } from '../../lib/domain/allowance/quote.ts';
import { closedByDeletion, latestRecords } from '../../lib/domain/incident/incident-record.ts';
import { deactivated } from '../../lib/domain/monitor/lifecycle.ts';
import type { Monitor } from '../../lib/domain/monitor/monitor.ts';
import { authorOf } from '../../lib/flows/author.ts';
import type { Ctx, Handle, Write } from '../../lib/runtime/context.ts';
import { decidingOwner } from '../../lib/flows/deciding-owner.ts';
import { monitorOfOwner } from '../../lib/flows/own-monitor.ts';

/** A transaction takes 100 items; who deletes a job in such a state asks for no more of its past. */
const RECORDS_AT_ONCE = 25;

export const deleteMonitor: Handle<typeof catalogue.deleteMonitor> = async (ctx, { params }) => {
  const deleted = { ok: true } as const;
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const monitor = await monitorOfOwner(ctx, params.id, owner);
    return ctx.commit(deleted, monitor.active ? deletion(ctx, monitor, owner) : null);
  });
};

/** Deleting again is harmless: the allowance is given back once. */
function deletion(ctx: Ctx<'owner'>, monitor: Monitor, owner: Owner): Write {
  const ended = deactivated(monitor, ctx.now);
  const records = latestRecords([...(monitor.unrecorded ?? []), ...closedByDeletion(monitor, ctx.now)]);
  const items = [
    ...(records.length === 0 ? [] : incidentItems(ctx.table, monitor, records.slice(-RECORDS_AT_ONCE))),
    ...settingsItems(ctx.table, { before: monitor, after: ended }, authorOf(ctx)),
    ...pastLivesItems(ctx.table, monitor, ctx.now),
    countItem(
      ctx.table,
      { ownerId: owner.id, spaceId: monitor.spaceId },
      usageChange([monitor], [ended]),
      NO_CEILING,
    ),
  ];
  return (rows) => transact(ctx.table, [...items, ...rows]);
}
