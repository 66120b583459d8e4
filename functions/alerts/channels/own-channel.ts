import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { listOwnerChannels, type KeptChannel } from '../../../lib/data/alerts/owner-channels.ts';
import type { Owner } from '../../../lib/data/owners.ts';
import { checkAlertUrl } from '../../../lib/domain/alerts/alert-url.ts';
import { HEARD, type OwnerChannel } from '../../../lib/domain/alerts/owner-channel.ts';
import { chatHookOf } from '../../../lib/domain/alerts/chat-hook.ts';
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
interface WantedChannel {
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
  { url, name, hears, tags, on }: WantedChannel,
): C {
  return {
    ...before,
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

/** What a channel is called whose owner gave it no name: by its kind, else by its host. */
export function nameByUrl(url: string): string {
  const hook = chatHookOf(url);
  return hook === null ? (URL.parse(url)?.hostname ?? 'webhook') : hook.replaceAll('_', ' ');
}
