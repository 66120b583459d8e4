import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { stillOwnedItem } from '../../../lib/data/accounts/owner-counters.ts';
import { replaceMonitorItem } from '../../../lib/data/monitors/monitors.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import { withDismissed } from '../../../lib/domain/monitors/noted-proposal.ts';
import { monitorOfOwner } from '../../../lib/flows/monitors/own-monitor.ts';
import { noSuchProposal, proposalsNow } from '../../../lib/flows/monitors/proposals.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';

export const dismissProposal: Handle<typeof catalogue.dismissProposal> = (
  ctx,
  { params, body: { proposal: id } },
) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const monitor = await monitorOfOwner(ctx, params.id, owner);
    const answer = { ok: true, dismissed: id } as const;
    if (monitor.dismissed?.includes(id)) return ctx.commit(answer, null);
    const { proposals, drifts } = await proposalsNow(ctx, monitor, owner, ctx.now);
    if (![...proposals, ...drifts].some((each) => each.id === id)) throw noSuchProposal();
    const items = [
      replaceMonitorItem(ctx.table, monitor, withDismissed(monitor, id)),
      stillOwnedItem(ctx.table, { ownerId: owner.id, spaceId: monitor.spaceId }),
    ];
    return ctx.commit(answer, (rows) => transact(ctx.table, [...items, ...rows]));
  });
