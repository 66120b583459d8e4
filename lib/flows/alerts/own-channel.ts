import { Refusal } from '../../contract/errors.ts';
import type { ChannelView } from '../../contract/alerts/channels.ts';
import { getConsent, type Consent } from '../../data/alerts/consents.ts';
import { listOwnerChannels, type KeptChannel } from '../../data/alerts/owner-channels.ts';
import type { Owner } from '../../data/owners.ts';
import type { Table } from '../../data/table.ts';
import { channelView } from '../../render/alerts/channel-view.ts';
import type { Ctx } from '../../runtime/context.ts';
import { hashOfAddress } from '../address-hash.ts';

/** A channel as its owner sees it. */
export async function shownChannel(table: Table, channel: KeptChannel): Promise<ChannelView> {
  return channelView(channel, await consentOfChannel(table, channel));
}

/** What the address of a channel of mail has answered; undefined where it was never asked. */
async function consentOfChannel(table: Table, { spaceId, to }: KeptChannel): Promise<Consent | undefined> {
  return to === null ? undefined : getConsent(table, spaceId, hashOfAddress(to));
}

/** A channel of an owner, of whichever space; throws 404 for any other. */
export async function ownChannel(ctx: Pick<Ctx, 'table'>, owner: Owner, id: string): Promise<KeptChannel> {
  const channels = await listOwnerChannels(ctx.table, owner.spaces);
  const channel = channels.find((each) => each.id === id);
  if (!channel) throw new Refusal('not_found', 'You have no such channel.');
  return channel;
}
