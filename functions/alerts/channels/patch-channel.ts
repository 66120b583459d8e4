import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { changedChannelItem } from '../../../lib/data/alerts/owner-channels.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import { hearsMore, leadsElsewhere } from '../../../lib/domain/alerts/owner-channel.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';
import { ownChannel, shownChannel } from './own-channel.ts';
import { channelWith } from '../../../lib/flows/alerts/channel-settings.ts';

export const patchChannel: Handle<typeof catalogue.patchChannel> = (ctx, { params, body }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const before = await ownChannel(ctx, owner, params.id);
    const wanted = channelWith(ctx, owner, before, body);
    const isMoved = hearsMore(before, wanted);
    const isElsewhere = leadsElsewhere(before, wanted);
    const after = {
      ...wanted,
      // Two moves are never one, whatever a clock says.
      ...(isMoved && { movedAt: Math.max(ctx.now, before.movedAt + 1) }),
      ...((isMoved || isElsewhere) && { failingSince: null }),
      ...(isElsewhere && { last: null }),
    };
    return ctx.commit(await shownChannel(ctx.table, after), (rows) =>
      transact(ctx.table, [changedChannelItem(ctx.table, before, after), ...rows]),
    );
  });
