import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { listOwnerChannels, type KeptChannel } from '../../../lib/data/alerts/owner-channels.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import type { ChannelView } from '../../../lib/contract/alerts/channels.ts';
import type { Table } from '../../../lib/data/table.ts';
import { allDone } from '../../../lib/flows/concurrently.ts';
import { mailsSomebody } from '../../../lib/flows/alerts/address-consents.ts';
import { channelView } from '../../../lib/render/alerts/channel-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';

export const listChannels: Handle<typeof catalogue.listChannels> = async (ctx) => {
  const channels = await listOwnerChannels(ctx.table, ctx.caller.owner.spaces);
  return { channels: await allDone(channels.map((channel) => shownChannel(ctx.table, channel))) };
};

/** A channel as its owner sees it. */
export async function shownChannel(table: Table, channel: KeptChannel): Promise<ChannelView> {
  const { spaceId, to: alertTo, toOwn: alertToOwn } = channel;
  return channelView(channel, await mailsSomebody(table, { spaceId, alertTo, alertToOwn }));
}

/** A channel of an owner, of whichever space; throws 404 for any other. */
export async function ownChannel(ctx: Pick<Ctx, 'table'>, owner: Owner, id: string): Promise<KeptChannel> {
  const channels = await listOwnerChannels(ctx.table, owner.spaces);
  const channel = channels.find((each) => each.id === id);
  if (!channel) throw new Refusal('not_found', 'There is no such channel among yours.');
  return channel;
}
