import { ORGANIZATION } from '../accounts/organization.ts';
import type {
  AlertChannel,
  Monitor,
  MonitorChannel,
  MonitorSettings,
  OwnerChannelId,
} from '../monitors/monitor.ts';
import type { Alert } from './alert.ts';
import type { Channel } from './alert-content.ts';
import { chatHookOf } from './sending/chat-hook.ts';
import {
  asToldBy,
  isMailChannelId,
  isOwnerChannelId,
  type OwnerChannel,
  type ToldMonitor,
} from './owner-channel.ts';
import { type Chat, chatOfKind } from './sending/channel-kind.ts';

/** What a monitor says of whom its alerts are for. */
type Recipients = Pick<MonitorSettings, 'alertTo' | 'alertUrl'>;

/** The ways that a monitor can name itself. */
export const MONITOR_CHANNELS: readonly MonitorChannel[] = ['email', 'webhook'];

/** By what an alert of a channel travels: the channels of owners are webhooks, chat hooks and addresses. */
export function mediumOf<C extends Channel>(channel: C): Exclude<C, OwnerChannelId> | MonitorChannel {
  if (!isOwnerChannelId(channel)) return channel as Exclude<C, OwnerChannelId>;
  return isMailChannelId(channel) ? 'email' : 'webhook';
}

/**
 * Whom a channel of a monitor reaches: an e-mail address or a URL. Null when it reaches nobody. For a channel of its owner
 * the monitor is as `asToldBy` has it.
 */
export function recipientOf({ alertTo, alertUrl }: Recipients, channel: Channel): string | null {
  switch (mediumOf(channel)) {
    case 'email':
      return alertTo;
    case 'webhook':
      return alertUrl;
    case 'none':
      return null;
  }
}

/** A monitor as an alert of a channel sees it: as it is, or as the channel of its owner tells it. */
export function monitorToldBy(
  monitor: Monitor,
  channel: Channel,
  owners: readonly OwnerChannel[],
): ToldMonitor {
  return isOwnerChannelId(channel)
    ? asToldBy(
        monitor,
        owners.find(({ id }) => id === channel),
      )
    : monitor;
}

/** The channels that a monitor names itself and that have a recipient, whether or not an address has consented to it. */
export function channelsOf(monitor: Recipients): MonitorChannel[] {
  return MONITOR_CHANNELS.filter((channel) => recipientOf(monitor, channel) !== null);
}

/** The one spelling under which an e-mail address is kept and compared: its case means nothing. */
export function normalMailbox(address: string): string {
  return address.trim().toLowerCase();
}

/** The channels whose recipient is another one than before: what the old one was told says nothing about the new one. */
export function movedChannels(before: Recipients, after: Recipients): MonitorChannel[] {
  return MONITOR_CHANNELS.filter((channel) => readerOf(before, channel) !== readerOf(after, channel));
}

function readerOf(monitor: Recipients, channel: AlertChannel): string | null {
  const recipient = recipientOf(monitor, channel);
  return recipient === null || channel !== 'email' ? recipient : normalMailbox(recipient);
}

/**
 * The channel among all that speak for a monitor that can report the failure of another one; null when there is no other. One of
 * another medium where there is one: two of mail may have one address.
 */
export function otherChannelOf(
  monitor: Recipients,
  owners: readonly OwnerChannel[],
  channel: AlertChannel,
): AlertChannel | null {
  const all = [...channelsOf(monitor), ...owners.map(({ id }) => id)];
  const others = all.filter((other) => other !== channel);
  return others.find((other) => mediumOf(other) !== mediumOf(channel)) ?? others[0] ?? null;
}

/** The chat that hears the alerts of a monitor at a URL; null where that gets a request for each. */
export function chatOf({ alertUrl, sending }: Pick<ToldMonitor, 'alertUrl' | 'sending'>): Chat | null {
  if (sending) return chatOfKind(sending.kind);
  return alertUrl === null ? null : chatHookOf(alertUrl);
}

/**
 * What alerts must have in common to travel in one message; null for an alert that travels alone. Silences of one owner
 * for one recipient share a mail or a chat message, and so do failures, runs that are too long, and recoveries from
 * whatever. Any other receiver gets one POST per monitor.
 */
export function messageGroupOf(
  { channel, content }: Pick<Alert, 'channel' | 'content'>,
  monitor: ToldMonitor,
): string | null {
  const { kind, reason } = content;
  if (kind !== 'recovery' && kind !== 'miss') return null;
  const recipient = recipientOf(monitor, channel);
  const isMail = mediumOf(channel) === 'email';
  if (recipient === null || (!isMail && chatOf(monitor) === null)) return null;
  // Two channels may have one URL and each a key of its own.
  const by = isOwnerChannelId(channel) && !isMail ? [channel] : [];
  const reader = isMail ? normalMailbox(recipient) : recipient;
  return JSON.stringify([kind, kind === 'miss' ? reason : null, monitor.spaceId, reader, ...by]);
}

/**
 * A recipient as the owner may be shown it: the address of the mails, but only the host of a webhook, whose path and
 * query are often its secret. Null when the channel reaches nobody.
 */
export function shownRecipientOf(monitor: Recipients, channel: AlertChannel): string | null {
  const recipient = recipientOf(monitor, channel);
  return recipient === null || channel === 'email' ? recipient : (URL.parse(recipient)?.hostname ?? null);
}

/** An e-mail address that its reader knows again and nobody else learns: a webhook may be a room of many. */
export function maskedMailbox(address: string): string {
  if (address === ORGANIZATION) return 'the owners and admins of the organization';
  const domainAt = address.lastIndexOf('@');
  return domainAt < 1 ? '…' : `${[...address][0]}…${address.slice(domainAt)}`;
}
