import type { catalogue } from '../../lib/contract/catalogue.ts';
import { changedChannelItems } from '../../lib/data/machines/collector-channels.ts';
import { stillOwnedItem } from '../../lib/data/accounts/owner-counters.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { transact } from '../../lib/data/table.ts';
import { changedChannel, monitoringOf } from '../../lib/domain/machines/collectors/lifecycle.ts';
import { valueOrRefusal } from '../../lib/flows/or-refuse.ts';
import { decidingOwner } from '../../lib/runtime/current-owner.ts';
import { inputView } from '../../lib/render/machines/input-view.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { lastOf, ownInput } from './own-input.ts';

export const patchInput: Handle<typeof catalogue.patchInput> = async (ctx, { params, body }) => {
  const { table, now } = ctx;
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(table, ctx.caller.owner, conflict);
    const { device, channel } = await ownInput(table, params, owner);
    const { collector } = channel;
    const changes = {
      ...(body.paused !== undefined && { isPaused: body.paused }),
      ...(body.monitoring && {
        monitoring: valueOrRefusal(monitoringOf({ collector, asked: body.monitoring }, device.facts)),
      }),
    };
    const after = changedChannel(channel, changes, now);
    const last = await lastOf(table, channel);
    const answer = { channel: inputView(device, { channel: after, last }, now) };
    if (after === channel) return ctx.commit(answer, null);
    const items = [
      stillOwnedItem(table, { ownerId: owner.id, spaceId: device.spaceId }),
      ...changedChannelItems(table, channel, after),
    ];
    return ctx.commit(answer, (rows) => transact(table, [...items, ...rows]));
  });
};
