import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { listOwnerChannels, type KeptChannel } from '../../../lib/data/alerts/owner-channels.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { checkAlertUrl } from '../../../lib/domain/alerts/alert-url.ts';
import { HEARD, type OwnerChannel } from '../../../lib/domain/alerts/owner-channel.ts';
import { type ChannelKind, kindRule } from '../../../lib/domain/alerts/sending/channel-kind.ts';
import { sendingOf, sendingWith, type WantedSending } from '../../../lib/domain/alerts/sending/sending.ts';
import { monitorName } from '../../../lib/domain/monitors/settings/name.ts';
import { monitorTags } from '../../../lib/domain/monitors/settings/tags.ts';
import { valueOrRefusal } from '../../../lib/flows/or-refuse.ts';
import { channelView } from '../../../lib/render/alerts/channel-view.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';

export const listChannels: Handle<typeof catalogue.listChannels> = async (ctx) => {
  const channels = await listOwnerChannels(ctx.table, ctx.caller.owner.spaces);
  return { channels: channels.map(channelView) };
};

/** A channel of an owner, of whichever space; throws 404 for any other. */
export async function ownChannel(ctx: Pick<Ctx, 'table'>, owner: Owner, id: string): Promise<KeptChannel> {
  const channels = await listOwnerChannels(ctx.table, owner.spaces);
  const channel = channels.find((each) => each.id === id);
  if (!channel) throw new Refusal('not_found', 'There is no such channel among yours.');
  return channel;
}

/** What a caller sent of a channel; undefined is what was not sent. */
interface WantedChannel extends WantedSending {
  url?: string | undefined;
  name?: string | undefined;
  hears?: OwnerChannel['hears'] | undefined;
  tags?: string[] | string | null | undefined;
  on?: boolean | undefined;
}

/** A channel with what is wanted of it; throws the refusal of what cannot be. */
export function channelWith<C extends OwnerChannel>(
  ctx: Pick<Ctx, 'config'>,
  before: C,
  { url, name, hears, tags, on, ...how }: WantedChannel,
): C {
  const to = url === undefined ? before.url : urlOf(ctx, url);
  const isSaid = url !== undefined || Object.values(how).some((each) => each !== undefined);
  return {
    ...before,
    url: to,
    ...(isSaid && { sending: valueOrRefusal(sendingWith(before, to, how)) }),
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

/** A channel that has nothing said of it: where it leads, by its URL or its kind. Throws where neither says it. */
export function urlWanted({ url, kind }: Pick<WantedChannel, 'url' | 'kind'>): string {
  const wanted = url ?? (kind && kindRule(kind).url);
  if (wanted === undefined) throw new Refusal('alert_url_invalida', 'url is required: a public HTTPS URL.');
  return wanted;
}

/** What a channel is called whose owner gave it no name: by its kind, else by its host. */
export function usualName(channel: Pick<OwnerChannel, 'url' | 'sending'>): string {
  const kind: ChannelKind = sendingOf(channel).kind;
  return kind === 'webhook' ? (URL.parse(channel.url)?.hostname ?? kind) : kind.replaceAll('_', ' ');
}
