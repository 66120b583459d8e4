import { newOwnerChannelId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import {
  listOwnerChannels,
  newOwnerChannelItems,
  type KeptChannel,
} from '../../../lib/data/alerts/owner-channels.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { transact } from '../../../lib/data/table.ts';
import { HEARD } from '../../../lib/domain/alerts/owner-channel.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { channelView } from '../../../lib/render/alerts/channel-view.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner, homeOf } from '../../../lib/runtime/current-owner.ts';
import { channelWith, urlWanted, usualName } from './own-channel.ts';

/** A new channel is owed what is open, like one that was moved. */
export const createChannel: Handle<typeof catalogue.createChannel> = (ctx, { body }) => {
  const id = newOwnerChannelId();
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const spaceId = homeOf(owner);
    const made = {
      id,
      spaceId,
      name: '',
      url: '',
      sending: null,
      hears: HEARD,
      tags: [],
      isOn: true,
      revision: 1,
    };
    const since = { createdAt: ctx.now, movedAt: ctx.now, dueAt: ctx.now };
    const nothing = { untold: null, last: null, testedAt: null, failingSince: null };
    const wanted = { ...body, url: urlWanted(body) };
    const named = channelWith(ctx, { ...made, ...since, ...nothing }, wanted);
    const channel: KeptChannel = { ...named, name: named.name || usualName(named) };
    const others = await listOwnerChannels(ctx.table, [spaceId]);
    if (others.length >= LIMITS.channelsMax)
      throw new Refusal(
        'limite_canais',
        `You have ${others.length} channels, as many as you may; delete one first.`,
      );
    return ctx.commit(channelView(channel), (rows) =>
      transact(ctx.table, [...newOwnerChannelItems(ctx.table, channel, owner.id), ...rows]),
    );
  });
};
