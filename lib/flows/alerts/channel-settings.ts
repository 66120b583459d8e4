import { newOwnerChannelId } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import type { KeptChannel } from '../../data/alerts/owner-channels.ts';
import { checkAlertUrl } from '../../domain/alerts/alert-url.ts';
import { chatHookOf } from '../../domain/alerts/chat-hook.ts';
import { HEARD, type OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import { LIMITS } from '../../domain/limits.ts';
import { monitorName } from '../../domain/monitors/settings/name.ts';
import { monitorTags } from '../../domain/monitors/settings/tags.ts';
import type { Ctx } from '../../runtime/context.ts';
import { valueOrRefusal } from '../or-refuse.ts';

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

/** A new channel of a space, which is owed what is open, like one that was moved. */
export function newOwnerChannel(
  ctx: Pick<Ctx, 'config' | 'now'>,
  spaceId: string,
  wanted: WantedChannel & { url: string },
  id = newOwnerChannelId(),
): KeptChannel {
  const made = { id, spaceId, name: '', url: '', hears: HEARD, tags: [], isOn: true, revision: 1 };
  const since = { createdAt: ctx.now, movedAt: ctx.now, dueAt: ctx.now };
  const nothing = { untold: null, last: null, testedAt: null, failingSince: null };
  const named = { ...wanted, name: wanted.name ?? nameByUrl(wanted.url) };
  return channelWith(ctx, { ...made, ...since, ...nothing }, named);
}

/** Throws where so many new channels are too many for a space that has some. */
export function refuseChannelsBeyond(had: number, made: number): void {
  if (made === 0 || had + made <= LIMITS.channelsMax) return;
  throw new Refusal(
    'limite_canais',
    `You have ${had} channels and may have ${LIMITS.channelsMax}; delete one first.`,
  );
}

function urlOf({ config }: Pick<Ctx, 'config'>, url: string): string {
  const checked = checkAlertUrl(url, { allowLoopback: config.allowLoopbackAlerts, field: 'url' });
  if (!checked.ok) throw new Refusal('alert_url_invalida', checked.detail);
  return checked.url;
}

/** What a channel is called whose owner gave it no name: by its kind, else by its host. */
function nameByUrl(url: string): string {
  const hook = chatHookOf(url);
  return hook === null ? (URL.parse(url)?.hostname ?? 'webhook') : hook.replaceAll('_', ' ');
}
