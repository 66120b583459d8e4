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
import type { Handle } from '../../../lib/runtime/context.ts';
import { decidingOwner, homeOf } from '../../../lib/runtime/current-owner.ts';
import { channelWith, nameOfNone, shownChannel } from './own-channel.ts';

/** A new channel is owed what is open, like one that was moved. */
export const createChannel: Handle<typeof catalogue.createChannel> = (ctx, { body }) => {
  if ((body.url === undefined) === (body.to === undefined))
    throw new Refusal('destino_invalido', 'A channel needs a url or a to, and not both.');
  const id = body.to === undefined ? newOwnerChannelId('ch') : newOwnerChannelId('cm');
  return retryOnConflict(async (conflict) => {
    const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
    const spaceId = homeOf(owner);
    const made = {
      id,
      spaceId,
      name: '',
      url: '',
      to: body.to ?? null,
      toOwn: false,
      hears: HEARD,
      tags: [],
      isOn: true,
      revision: 1,
    };
    const since = { createdAt: ctx.now, movedAt: ctx.now, dueAt: ctx.now };
    const nothing = { untold: null, last: null, testedAt: null, failingSince: null };
    const named = { ...body, name: body.name ?? nameOfNone(body) };
    const channel: KeptChannel = channelWith(ctx, owner, { ...made, ...since, ...nothing }, named);
    const others = await listOwnerChannels(ctx.table, [spaceId]);
    if (others.length >= LIMITS.channelsMax)
      throw new Refusal(
        'limite_canais',
        `You have ${others.length} channels, as many as you may; delete one first.`,
      );
    return ctx.commit(await shownChannel(ctx.table, channel), (rows) =>
      transact(ctx.table, [...newOwnerChannelItems(ctx.table, channel, owner.id), ...rows]),
    );
  });
};
