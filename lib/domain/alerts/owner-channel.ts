import type { Instant } from '../instant.ts';
import type { AlertReason, Monitor, OwnerChannelId } from '../monitors/monitor.ts';
import { metNoConsent, type Alert } from './alert.ts';
import { type ChannelSending, sendingOf } from './sending/sending.ts';

/** What a channel of an owner can be told. */
export const HEARD = ['silence', 'fail', 'too_long', 'recovery'] as const;
export type Heard = (typeof HEARD)[number];

/** Where the alerts of an owner's monitors go, those there are and those there will be. */
export interface OwnerChannel {
  id: OwnerChannelId;
  /** Where it was made: in the first space of its owner it hears all spaces, in a claimed one the monitors of that. */
  spaceId: string;
  name: string;
  /** Often it is a secret. Empty for a channel of mail. */
  url: string;
  /** The address that it mails; null for a channel of a URL. */
  to: string | null;
  /** Whether that is the address of the account itself, or the people of the organization: it needs no consent. */
  toOwn: boolean;
  /** Null of one that was made before anything could be said: a webhook or a chat hook, by its form. */
  sending: ChannelSending | null;
  hears: readonly Heard[];
  /** Monitors with one of these tags; empty for all. */
  tags: readonly string[];
  isOn: boolean;
  createdAt: Instant;
  /** When it last began to hear more than before, or elsewhere: what is open is told it once. */
  movedAt: Instant;
  /** Each change raises it: a change is conditional on it. */
  revision: number;
}

/** What became of what a channel was told last. */
export interface LastDelivery {
  at: Instant;
  outcome: string;
  /** One plain sentence, without address or URL. */
  detail: string;
  delivered: boolean;
}

/** How a channel does. */
export interface ChannelHealth {
  last: LastDelivery | null;
  /** Since when nothing it was told has arrived. */
  failingSince: Instant | null;
}

/** What is told, as far as it matters for who hears it. */
interface AboutJob {
  kind: 'miss' | 'recovery';
  reason: AlertReason;
}

/** Ids of letters alone, so that they stand in the key of an alert as `email` and `webhook` do. */
const OWNER_CHANNEL_ID = /^c[hm][a-z]{18}$/;

export function isOwnerChannelId(channel: string): channel is OwnerChannelId {
  return OWNER_CHANNEL_ID.test(channel);
}

/** What of a monitor decides whether a channel speaks for it. */
export type SpokenFor = Pick<Monitor, 'spaceId' | 'alertTo' | 'alertToOwn' | 'tags' | 'usesChannels'>;

/** Whether a channel speaks for a monitor: it is on, its tags fit and nobody has turned the monitor's channels off. */
export function speaksFor(channel: OwnerChannel, monitor: SpokenFor): boolean {
  const { isOn, tags } = channel;
  const isMeant = tags.length === 0 || tags.some((tag) => monitor.tags.includes(tag));
  return isOn && monitor.usesChannels && isMeant && !isMailedAnyway(channel, monitor);
}

/**
 * Whether a monitor mails whom a channel mails, so that one person would be mailed twice. Only where the same consent decides
 * of both: else the one that may be mailed could be the one that is left out.
 */
function isMailedAnyway({ to, toOwn, spaceId }: OwnerChannel, monitor: SpokenFor): boolean {
  const { alertTo, alertToOwn } = monitor;
  if (to === null || alertTo === null || monitor.spaceId !== spaceId) return false;
  return to.toLowerCase() === alertTo.toLowerCase() && (alertToOwn || !toOwn);
}

/** Whether a channel is one of mail, by its id alone. */
export function isMailChannelId(channel: string): boolean {
  return isOwnerChannelId(channel) && channel.startsWith('cm');
}

/**
 * The channels of an owner that speak for one of its monitors: of those that were made in its first space and in the
 * monitor's own.
 */
export function channelsFor<C extends OwnerChannel>(
  channels: readonly C[],
  monitor: SpokenFor,
  firstSpaceId: string | undefined,
): C[] {
  const mayHear = ({ spaceId }: C) => spaceId === firstSpaceId || spaceId === monitor.spaceId;
  return channels.filter((channel) => mayHear(channel) && speaksFor(channel, monitor));
}

/**
 * The channels of an owner that hear something of a monitor; a recovery is told by whatever told what it ends. A number beyond
 * its threshold is a failure to them: what a channel was set to hear before there were thresholds must not make it deaf.
 */
export function channelsHearing(
  channels: readonly OwnerChannel[],
  monitor: SpokenFor,
  { kind, reason }: AboutJob,
): OwnerChannel[] {
  const heard: Heard = kind === 'recovery' ? 'recovery' : reason === 'threshold' ? 'fail' : reason;
  return channels.filter((channel) => speaksFor(channel, monitor) && channel.hears.includes(heard));
}

/** A monitor as it is, or with how the channel that tells it is sent to. */
export type ToldMonitor = Monitor & { sending?: ChannelSending };

/**
 * A monitor as the alerts of a channel see it: with the recipient, space and signature of that channel. Only to be told by,
 * never to be written. Without a channel, or by one that speaks for it no more, it tells nobody.
 */
export function asToldBy(monitor: Monitor, channel: OwnerChannel | undefined): ToldMonitor {
  const silent = { ...monitor, alertTo: null, alertToOwn: false, alertUrl: null };
  if (!channel || !speaksFor(channel, monitor)) return silent;
  const { spaceId, url, to, toOwn } = channel;
  if (to !== null) return { ...silent, spaceId, alertTo: to, alertToOwn: toOwn };
  const sending = sendingOf(channel);
  return {
    ...silent,
    spaceId,
    alertUrl: url,
    sending,
    webhookSecretVersion: 1,
    webhookSecretRotatedAt: null,
  };
}

/** Whether a channel was told of an incident since it leads where it does, or is about to be; by the newest alerts of the monitor. */
export function knowsOf({ id, movedAt }: OwnerChannel, incident: number, alerts: readonly Alert[]): boolean {
  return alerts.some((alert) => {
    const { channel, channelMovedAt, content, state } = alert;
    return (
      channel === id &&
      content.kind === 'miss' &&
      content.incident === incident &&
      channelMovedAt === movedAt &&
      state !== 'skipped' &&
      !metNoConsent(alert)
    );
  });
}

/** Whether a changed channel leads to another address. */
export function leadsElsewhere(before: OwnerChannel, after: OwnerChannel): boolean {
  const [had, has] = [sendingOf(before), sendingOf(after)];
  const isSentAnew = had.kind !== has.kind || had.key !== has.key;
  return before.url !== after.url || before.to !== after.to || isSentAnew;
}

/** Whether a changed channel leads elsewhere or may hear what it did not hear before. */
export function hearsMore(before: OwnerChannel, after: OwnerChannel): boolean {
  const isWider = after.hears.some((heard) => !before.hears.includes(heard));
  const isForOthers =
    before.tags.length > 0 &&
    (after.tags.length === 0 || after.tags.some((tag) => !before.tags.includes(tag)));
  return after.isOn && (!before.isOn || leadsElsewhere(before, after) || isWider || isForOthers);
}
