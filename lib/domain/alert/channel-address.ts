import type { MonitorSettings } from '../monitor/monitor.ts';
import type { Channel } from './alert-content.ts';

/**
 * Where a channel leads, as its owner may be told: the host of a webhook, whose path and query are often its secret, and
 * the address of the mails. Null when the channel leads nowhere.
 */
export function channelAddressOf(
  { alertTo, alertUrl }: Pick<MonitorSettings, 'alertTo' | 'alertUrl'>,
  channel: Exclude<Channel, 'none'>,
): string | null {
  if (channel === 'email') return alertTo;
  return alertUrl === null ? null : (URL.parse(alertUrl)?.hostname ?? null);
}

/** An e-mail address that its reader knows again and nobody else learns: a webhook may be a room of many. */
export function maskedMailbox(address: string): string {
  const domainAt = address.lastIndexOf('@');
  return domainAt < 1 ? '…' : `${[...address][0]}…${address.slice(domainAt)}`;
}
