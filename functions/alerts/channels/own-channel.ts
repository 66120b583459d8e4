import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { listOwnerChannels, type KeptChannel } from '../../../lib/data/alerts/owner-channels.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import type { ChannelView } from '../../../lib/contract/alerts/channels.ts';
import type { Table } from '../../../lib/data/table.ts';
import { normalMailbox } from '../../../lib/domain/alerts/channel.ts';
import { checkAlertUrl } from '../../../lib/domain/alerts/alert-url.ts';
import { HEARD, type OwnerChannel } from '../../../lib/domain/alerts/owner-channel.ts';
import { chatHookOf } from '../../../lib/domain/alerts/chat-hook.ts';
import { monitorName } from '../../../lib/domain/monitors/settings/name.ts';
import { monitorTags } from '../../../lib/domain/monitors/settings/tags.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
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

/** What a caller sent of a channel; undefined is what was not sent. */
interface WantedChannel {
  url?: string | undefined;
  to?: string | undefined;
  name?: string | undefined;
  hears?: OwnerChannel['hears'] | undefined;
  tags?: string[] | string | null | undefined;
  on?: boolean | undefined;
}

/** A channel with what is wanted of it; throws the refusal of what cannot be. */
export function channelWith<C extends OwnerChannel>(
  ctx: Pick<Ctx, 'config'>,
  owner: Owner,
  before: C,
  { url, to, name, hears, tags, on }: WantedChannel,
): C {
  if ((before.to === null ? to : url) !== undefined) throw anotherDestination(before);
  return {
    ...before,
    ...(to !== undefined && { to: addressOf(owner, to), toOwn: true }),
    ...(url !== undefined && { url: urlOf(ctx, url) }),
    ...(name !== undefined && { name: valueOrRefusal(monitorName(name)) }),
    ...(hears !== undefined && { hears: HEARD.filter((each) => hears.includes(each)) }),
    ...(tags !== undefined && { tags: valueOrRefusal(monitorTags(tags ?? [])) }),
    ...(on !== undefined && { isOn: on }),
  };
}

function urlOf({ config }: Pick<Ctx, 'config'>, url: string): string {
  const checked = checkAlertUrl(url, { allowLoopback: config.allowLoopbackAlerts, field: 'url' });
  if (!checked.ok) throw new Refusal('alert_url_invalida', checked.detail);
  return checked.url;
}

/** What a channel is known by, and its kind, is for good: in keys and ledgers it stands for what it is. */
function anotherDestination({ to }: Pick<OwnerChannel, 'to'>): Refusal {
  const [has, other] = to === null ? ['url', 'to'] : ['to', 'url'];
  return new Refusal(
    'destino_invalido',
    `A channel has a url or a to; this one has ${has}, so ${other} cannot be set.`,
  );
}

/** The address that belongs to an owner, as it is kept: any other would have to agree first, and is not asked by a channel. */
function addressOf(owner: Owner, to: string): string {
  if (owner.kind === 'account' && normalMailbox(owner.email) === normalMailbox(to)) return owner.email;
  const may = {
    guest: 'to must be the address of an account, and a guest has none',
    account: 'to must be the address of your account',
    organization:
      'An organization has no channel of mail: its monitors mail its owners and admins by themselves',
  }[owner.kind];
  throw new Refusal(
    'alert_to_invalido',
    `${may}; name another address as alert_to of a monitor, which asks it.`,
  );
}

/** What a channel is called whose owner gave it no name: by its kind, else by its host. */
export function nameOfNone({ url, to }: Pick<WantedChannel, 'url' | 'to'>): string {
  if (to !== undefined) return 'mail';
  if (url === undefined) return 'webhook';
  const hook = chatHookOf(url);
  return hook === null ? (URL.parse(url)?.hostname ?? 'webhook') : hook.replaceAll('_', ' ');
}
