import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { listOwnerChannels, newOwnerChannelItems } from '../../../lib/data/alerts/owner-channels.ts';
import { channelChangeOf } from '../../../lib/flows/alerts/channel-change.ts';
import {
  newChannelIdFor,
  newOwnerChannel,
  refuseChannelsBeyond,
} from '../../../lib/flows/alerts/channel-settings.ts';
import { charge } from '../../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../../lib/flows/billing/pay.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';

export const createChannel: Handle<typeof catalogue.createChannel> = (ctx, { body }) => {
  const id = newChannelIdFor(body);
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const after = newOwnerChannel(ctx, owner, body, id);
      refuseChannelsBeyond((await listOwnerChannels(ctx.table, [after.spaceId])).length, 1);
      const items = newOwnerChannelItems(ctx.table, [after], owner.id);
      return channelChangeOf(ctx, owner, { after, namesAddress: true, items });
    },
    ({ result, ...cost }, write) => ctx.commit(charged(result, cost), write),
  );
};
