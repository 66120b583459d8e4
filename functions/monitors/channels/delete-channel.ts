import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { countItem } from '../../../lib/data/accounts/owner-counters.ts';
import { goneChannelItems } from '../../../lib/data/alerts/owner-channels.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import { isNoUsage, registrationChange } from '../../../lib/domain/billing/allowance.ts';
import { NO_CEILING } from '../../../lib/domain/billing/quote.ts';
import { addressed } from '../../../lib/flows/alerts/channel-change.ts';
import { ownChannel } from '../../../lib/flows/alerts/own-channel.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';

export const deleteChannel: Handle<typeof catalogue.deleteChannel> = (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const channel = await ownChannel(ctx, owner, params.id);
    const { spaceId } = channel;
    const change = registrationChange(addressed(channel), undefined);
    const freed = isNoUsage(change)
      ? []
      : [countItem(ctx.table, { ownerId: owner.id, spaceId }, change, NO_CEILING)];
    const gone = goneChannelItems(ctx.table, channel, { ownerId: owner.id, now: ctx.now });
    return ctx.commit({ ok: true as const }, (rows) => transact(ctx.table, [...gone, ...freed, ...rows]));
  });
