import { getOwnerChannel } from '../../data/alerts/owner-channels.ts';
import type { Table } from '../../data/table.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { asToldBy, type ToldMonitor } from '../../domain/alerts/owner-channel.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';

/** A monitor as an alert tells of it: as the channel of its owner has it by now, where it goes by one. */
export async function toldByChannelOf(
  table: Table,
  { channel, channelSpaceId }: Pick<Alert, 'channel' | 'channelSpaceId'>,
  monitor: Monitor,
): Promise<ToldMonitor> {
  return channelSpaceId === undefined
    ? monitor
    : asToldBy(monitor, await getOwnerChannel(table, channelSpaceId, channel));
}
