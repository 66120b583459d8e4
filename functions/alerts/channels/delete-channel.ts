import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { goneChannelItems } from '../../../lib/data/alerts/owner-channels.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner } from '../../../lib/runtime/current-owner.ts';
import { ownChannel } from './own-channel.ts';

export const deleteChannel: Handle<typeof catalogue.deleteChannel> = (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const channel = await ownChannel(ctx, owner, params.id);
    const gone = goneChannelItems(ctx.table, channel, { ownerId: owner.id, now: ctx.now });
    return ctx.commit({ ok: true as const }, (rows) => transact(ctx.table, [...gone, ...rows]));
  });
