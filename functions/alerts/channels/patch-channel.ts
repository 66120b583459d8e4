import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { changedChannelItem } from '../../../lib/data/alerts/owner-channels.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import { hearsMore } from '../../../lib/domain/alerts/owner-channel.ts';
import { channelWith } from '../../../lib/flows/alerts/channel-settings.ts';
import { channelView } from '../../../lib/render/alerts/channel-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';
import { ownChannel } from './own-channel.ts';

export const patchChannel: Handle<typeof catalogue.patchChannel> = (ctx, { params, body }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const before = await ownChannel(ctx, owner, params.id);
    const wanted = channelWith(ctx, before, body);
    const after = hearsMore(before, wanted) ? { ...wanted, movedAt: ctx.now, failingSince: null } : wanted;
    return ctx.commit(channelView(after), (rows) =>
      transact(ctx.table, [changedChannelItem(ctx.table, before, after), ...rows]),
    );
  });
