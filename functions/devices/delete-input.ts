import type { catalogue } from '../../lib/contract/catalogue.ts';
import { removedChannelItems } from '../../lib/data/machines/collector-channels.ts';
import { stillOwnedItem } from '../../lib/data/accounts/owner-counters.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { ownInput } from './own-input.ts';

export const deleteInput: Handle<typeof catalogue.deleteInput> = async (ctx, { params }) =>
  retryOnConflict(async (conflict) => {
    const { table } = ctx;
    const owner = await decidingOwner(table, ctx.caller.owner, conflict);
    const { device, channel } = await ownInput(table, params, owner);
    const items = [
      stillOwnedItem(table, { ownerId: owner.id, spaceId: device.spaceId }),
      ...removedChannelItems(table, channel),
    ];
    const answer = { ok: true, id: channel.id, deleted: true } as const;
    return ctx.commit(answer, (rows) => transact(table, [...items, ...rows]));
  });
