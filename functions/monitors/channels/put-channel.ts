import { isDeepStrictEqual } from 'node:util';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import type { ChannelView } from '../../../lib/contract/alerts/channels.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import {
  changedChannelItem,
  listOwnerChannels,
  newOwnerChannelItems,
  type KeptChannel,
} from '../../../lib/data/alerts/owner-channels.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { monitorName } from '../../../lib/domain/monitors/settings/name.ts';
import { channelChangeOf } from '../../../lib/flows/alerts/channel-change.ts';
import {
  channelWith,
  exactly,
  newChannelIdFor,
  newOwnerChannel,
  refuseChannelsBeyond,
} from '../../../lib/flows/alerts/channel-settings.ts';
import { shownChannel } from '../../../lib/flows/alerts/own-channel.ts';
import { charge, type Action } from '../../../lib/flows/billing/charge.ts';
import { charged, pay } from '../../../lib/flows/billing/pay.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import type { Ctx, Handle, Input } from '../../../lib/runtime/context.ts';
import { decidingOwner, homeOf } from '../../../lib/runtime/current-owner.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { channelMoved } from './patch-channel.ts';

type Put = typeof catalogue.putChannel;

export const putChannel: Handle<Put> = (ctx, { params, body }) => {
  const wanted = { ...body, name: valueOrRefusal(monitorName(params.name)) };
  const id = newChannelIdFor(body);
  return charge(
    (quote, owned) => pay(ctx, quote, owned),
    async (conflict) => {
      const owner = await decidingOwner(ctx.table, ctx.caller.owner, conflict);
      const all = await listOwnerChannels(ctx.table, owner.spaces);
      const before = namedAmong(all, wanted.name);
      if (before) return changeTo(ctx, owner, before, wanted);
      const after = newOwnerChannel(ctx, owner, wanted, id);
      const had = all.filter(({ spaceId }) => spaceId === homeOf(owner)).length;
      refuseChannelsBeyond(had, 1);
      const items = newOwnerChannelItems(ctx.table, [after], owner.id, had);
      const action = await channelChangeOf(ctx, owner, { after, namesAddress: true, items });
      return { ...action, result: { view: action.result, status: 201 as 200 | 201 } };
    },
    ({ result: { view, status }, ...cost }, write) =>
      ctx.commit(charged(new Result(view, { status }), cost), write),
  );
};

/** A name is what a file has, and no key: there may be two of it. */
function namedAmong(channels: readonly KeptChannel[], name: string): KeptChannel | undefined {
  const [first, second] = channels.filter((each) => each.name === name);
  if (second) throw new Refusal('nome_invalido', 'name must belong to one channel; you have two with it.');
  return first;
}

type Changed = { view: ChannelView; status: 200 | 201 };

/** With the settings that it has nothing is written. */
async function changeTo(
  ctx: Ctx<'owner'>,
  owner: Owner,
  before: KeptChannel,
  wanted: Input<Put>['body'] & { name: string },
): Promise<Action<Changed> | { done: Changed }> {
  const exact = channelWith(ctx, owner, before, exactly(before, wanted));
  if (isDeepStrictEqual(exact, before))
    return { done: { view: await shownChannel(ctx.table, before), status: 200 } };
  const after = channelMoved(before, exact, ctx.now);
  const items = [changedChannelItem(ctx.table, before, after)];
  const namesAddress = before.to !== after.to;
  const action = await channelChangeOf(ctx, owner, { before, after, namesAddress, items });
  return { ...action, result: { view: action.result, status: 200 } };
}
