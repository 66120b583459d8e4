import { newOwnerChannelId } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import type { KeptChannel } from '../../data/alerts/owner-channels.ts';
import type { Owner } from '../../data/owners.ts';
import { normalMailbox } from '../../domain/alerts/channel.ts';
import type { OwnerChannelId } from '../../domain/monitors/monitor.ts';
import { homeOf } from '../../runtime/current-owner.ts';
import { checkAlertUrl } from '../../domain/alerts/alert-url.ts';
import { mayBeToldBy, mayText } from '../../domain/alerts/aws-channels.ts';
import { isPhoneNumber } from '../../domain/alerts/phone-number.ts';
import { awsTargetOf } from '../../domain/alerts/sending/aws-target.ts';
import { kindByUrl, kindRule, type ChannelKind } from '../../domain/alerts/sending/channel-kind.ts';
import { sendingOf, sendingWith, type WantedSending } from '../../domain/alerts/sending/sending.ts';
import { HEARD, type OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import { LIMITS } from '../../domain/limits.ts';
import { monitorName } from '../../domain/monitors/settings/name.ts';
import { monitorTags } from '../../domain/monitors/settings/tags.ts';
import type { Ctx } from '../../runtime/context.ts';
import { valueOrRefusal } from '../or-refuse.ts';

/** What a caller sent of a channel; undefined is what was not sent. */
interface WantedChannel extends WantedSending {
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
  { url, to, name, hears, tags, on, ...how }: WantedChannel,
): C {
  if ((before.to === null ? to : url) !== undefined) throw anotherDestination(before);
  const isSaid = url !== undefined || Object.values(how).some((each) => each !== undefined);
  if (before.to !== null && isSaid)
    throw new Refusal('destino_invalido', 'A channel with a to cannot have settings for a URL.');
  const leadsTo = url === undefined ? before.url : urlOf(ctx, owner, before, url);
  return {
    ...before,
    url: leadsTo,
    ...(isSaid && { sending: valueOrRefusal(sendingWith(before, leadsTo, how)) }),
    ...(to !== undefined && addressOf(ctx, owner, before, to)),
    ...(name !== undefined && { name: valueOrRefusal(monitorName(name)) }),
    ...(hears !== undefined && { hears: HEARD.filter((each) => hears.includes(each)) }),
    ...(tags !== undefined && { tags: valueOrRefusal(monitorTags(tags ?? [])) }),
    ...(on !== undefined && { isOn: on }),
  };
}

/** The id of a channel to be, of mail where it is to lead to an address. */
export function newChannelIdFor({ to }: Pick<WantedChannel, 'to'>): OwnerChannelId {
  return newOwnerChannelId(to === undefined ? 'ch' : 'cm');
}

/** A new channel in the home of an owner, which is owed what is open, like one that was moved. */
export function newOwnerChannel(
  ctx: Pick<Ctx, 'config' | 'now'>,
  owner: Owner,
  wanted: WantedChannel,
  id: OwnerChannelId,
): KeptChannel {
  if (wanted.url !== undefined && wanted.to !== undefined)
    throw new Refusal('destino_invalido', 'A channel needs either a url or a to.');
  const place = { id, spaceId: homeOf(owner), to: wanted.to === undefined ? null : '', toOwn: false };
  const made = {
    ...place,
    name: '',
    url: '',
    sending: null,
    hears: HEARD,
    tags: [],
    isOn: true,
    revision: 1,
  };
  const since = { createdAt: ctx.now, movedAt: ctx.now, dueAt: ctx.now };
  const nothing = { untold: null, toldOpenAt: null, last: null, testedAt: null, failingSince: null };
  const leads = wanted.to === undefined ? { url: urlWanted(wanted) } : {};
  const channel = channelWith(ctx, owner, { ...made, ...since, ...nothing }, { ...wanted, ...leads });
  return { ...channel, name: channel.name || usualName(channel) };
}

/**
 * What makes a channel exactly what is wanted: what was not sent is as by default. Its key and headers are in no file, so what
 * it has of them stays where none are sent.
 */
export function exactly(before: OwnerChannel, { url, to, headers, ...wanted }: WantedChannel): WantedChannel {
  const plain = { hears: HEARD, on: true, ...wanted, tags: wanted.tags ?? [] };
  if (before.to !== null || to !== undefined)
    return {
      ...plain,
      ...(url !== undefined && { url }),
      ...(to !== undefined && { to }),
      ...(headers !== undefined && { headers }),
    };
  const leadsTo = urlWanted({ url, kind: wanted.kind });
  const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
  const gone = Object.keys(sendingOf(before).headers).filter((name) => !names.includes(name));
  return {
    kind: kindByUrl(leadsTo),
    priority: null,
    method: 'POST',
    content_type: 'application/json',
    body_down: null,
    body_up: null,
    ...plain,
    url: leadsTo,
    ...(headers === null && { headers }),
    ...(headers && { headers: { ...Object.fromEntries(gone.map((name) => [name, null])), ...headers } }),
  };
}

/** Throws where so many new channels are too many for a space that has some. */
export function refuseChannelsBeyond(had: number, made: number): void {
  if (made === 0 || had + made <= LIMITS.channelsMax) return;
  throw new Refusal(
    'limite_canais',
    `You have ${had} channels, the maximum is ${LIMITS.channelsMax}; delete one first.`,
  );
}

/**
 * Where it leads. Of a topic or bus to which it led before a right that has ended is no matter: that is asked with each alert,
 * and keeps nobody from what else is said of the channel.
 */
function urlOf({ config }: Pick<Ctx, 'config'>, owner: Owner, before: OwnerChannel, url: string): string {
  if (url === before.url && awsTargetOf(url)) return url;
  if (/^\s*arn:/i.test(url)) return arnOf(config.awsChannels, owner, url.trim());
  const checked = checkAlertUrl(url, { allowLoopback: config.allowLoopbackAlerts, field: 'url' });
  if (!checked.ok) throw new Refusal('alert_url_invalida', checked.detail);
  return checked.url;
}

/** The same sentence for whatever is not the owner's, so that nobody learns which topics and buses there are. */
function arnOf(bindings: Ctx['config']['awsChannels'], owner: Owner, text: string): string {
  const target = awsTargetOf(text);
  if (target && mayBeToldBy(bindings, target.arn, owner)) return text;
  const rule = 'must be the ARN of a topic or event bus that whoever runs this service lets you use';
  throw new Refusal('alert_url_invalida', `url ${rule}; this one is none.`);
}

/** What a channel is known by, and its kind, is for good: in keys and ledgers it stands for what it is. */
function anotherDestination({ to }: Pick<OwnerChannel, 'to'>): Refusal {
  const [has, other] = to === null ? ['url', 'to'] : ['to', 'url'];
  return new Refusal(
    'destino_invalido',
    `A channel has a url or a to; this one has ${has}, so ${other} cannot be set.`,
  );
}

/** An address as it is kept, and whether it is that of the account itself: any other has to agree. */
function addressOf(
  { config }: Pick<Ctx, 'config'>,
  owner: Owner,
  before: OwnerChannel,
  to: string,
): Pick<OwnerChannel, 'to' | 'toOwn'> {
  if (isPhoneNumber(to) && to !== before.to && !mayText(config.sms, owner))
    throw new Refusal(
      'alert_to_invalido',
      'to must be an e-mail address: whoever runs this service does not let you send texts.',
    );
  const isOwn = owner.kind === 'account' && normalMailbox(owner.email) === normalMailbox(to);
  return isOwn ? { to: owner.email, toOwn: true } : { to, toOwn: false };
}

/** A channel that has nothing said of it: where it leads, by its URL or its kind. Throws where neither says it. */
function urlWanted({ url, kind }: Pick<WantedChannel, 'url' | 'kind'>): string {
  const wanted = url ?? (kind && kindRule(kind).url);
  if (wanted === undefined) throw new Refusal('destino_invalido', 'A channel needs a url or a to.');
  return wanted;
}

/** What a channel is called whose owner gave it no name: by its kind, else by its host. */
function usualName(channel: Pick<OwnerChannel, 'url' | 'to' | 'sending'>): string {
  if (channel.to !== null) return isPhoneNumber(channel.to) ? 'sms' : 'mail';
  const kind: ChannelKind = sendingOf(channel).kind;
  return kind === 'webhook' ? (URL.parse(channel.url)?.hostname ?? kind) : kind.replaceAll('_', ' ');
}
