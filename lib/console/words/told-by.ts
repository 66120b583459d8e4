import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import type { Output } from '../api/operations.ts';

/** A channel of the owner. */
export type OwnersChannel = Output<'listChannels'>['channels'][number];

/** By what an alert went: its medium, or the name of the owner's channel. */
export function byWords(
  { channel, channel_id: id }: { channel: string; channel_id?: string | undefined },
  channels: readonly OwnersChannel[] | undefined,
): string {
  if (id === undefined || channels === undefined) return channel;
  return channels.find((each) => each.id === id)?.name ?? 'a removed channel';
}

/** Whether anything leads from a monitor to somebody: its own address or URL, or a channel of its owner. */
export function tellsSomebody({
  alert_to: to,
  alert_url: url,
  channel_ids: ids = [],
}: Pick<Output<'getMonitor'>, 'alert_to' | 'alert_url' | 'channel_ids'>): boolean {
  return to !== null || url !== null || ids.length > 0;
}

/** Whether mails go to whoever looks after the organization. */
export const isOrganization = (to: string | null) => to === ORGANIZATION;
