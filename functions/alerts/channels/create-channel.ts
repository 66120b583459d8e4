import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { listOwnerChannels, newOwnerChannelItems } from '../../../lib/data/alerts/owner-channels.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';
import { shownChannel } from './own-channel.ts';
import {
  newChannelIdFor,
  newOwnerChannel,
  refuseChannelsBeyond,
} from '../../../lib/flows/alerts/channel-settings.ts';

export const createChannel: Handle<typeof catalogue.createChannel> = (ctx, { body }) => {
  const id = newChannelIdFor(body);
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const channel = newOwnerChannel(ctx, owner, body, id);
    refuseChannelsBeyond((await listOwnerChannels(ctx.table, [channel.spaceId])).length, 1);
    return ctx.commit(await shownChannel(ctx.table, channel), (rows) =>
      transact(ctx.table, [...newOwnerChannelItems(ctx.table, [channel], owner.id), ...rows]),
    );
  });
};
