import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { changedChannelItem, type KeptChannel } from '../../../lib/data/alerts/owner-channels.ts';
import { hearsMore, leadsElsewhere } from '../../../lib/domain/alerts/owner-channel.ts';
import type { Instant } from '../../../lib/domain/instant.ts';
import { channelChangeOf } from '../../../lib/flows/alerts/channel-change.ts';
import { channelWith } from '../../../lib/flows/alerts/channel-settings.ts';
import { ownChannel } from '../../../lib/flows/alerts/own-channel.ts';
import { charge } from '../../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../../lib/flows/billing/pay.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';

export const patchChannel: Handle<typeof catalogue.patchChannel> = (ctx, { params, body }) =>
  charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const before = await ownChannel(ctx, owner, params.id);
      const after = channelMoved(before, channelWith(ctx, owner, before, body), ctx.now);
      const items = [changedChannelItem(ctx.table, before, after)];
      return channelChangeOf(ctx, owner, { before, after, namesAddress: body.to !== undefined, items });
    },
    ({ result, ...cost }, write) => ctx.commit(charged(result, cost), write),
  );

/** A changed channel with what its change says of where it leads and what it hears. */
export function channelMoved(before: KeptChannel, wanted: KeptChannel, now: Instant): KeptChannel {
  const isMoved = hearsMore(before, wanted);
  const isElsewhere = leadsElsewhere(before, wanted);
  return {
    ...wanted,
    // Two moves are never one, whatever a clock says.
    ...(isMoved && { movedAt: Math.max(now, before.movedAt + 1) }),
    ...((isMoved || isElsewhere) && { failingSince: null }),
    ...(isElsewhere && { last: null }),
  };
}
