import { hashOf, newId, newToken } from '../../../lib/adapters/ids.ts';
import { newChannelItems } from '../../../lib/data/machines/collector-channels.ts';
import { transact } from '../../../lib/data/table.ts';
import type { CollectorChannel } from '../../../lib/domain/machines/collectors/collector-channel.ts';
import { START_AT, type TestService } from '../service/service.ts';

/** A channel of a device as its creation made it. */
export function channelOf(deviceId: string, fields: Partial<CollectorChannel> = {}): CollectorChannel {
  return {
    deviceId,
    collector: 'collectd',
    id: newId(),
    monitoring: ['system'],
    version: 1,
    credentialHash: hashOf(newToken('hpc_')),
    createdAt: START_AT,
    updatedAt: START_AT,
    rotatedAt: START_AT,
    setupAt: START_AT,
    isPaused: false,
    rev: 1,
    ...fields,
  };
}

/** The same in the table, with the credential that it is known by. */
export async function newChannel(
  { core: { table } }: TestService,
  deviceId: string,
  fields: Partial<CollectorChannel> = {},
): Promise<{ channel: CollectorChannel; credential: string }> {
  const credential = newToken('hpc_');
  const channel = channelOf(deviceId, { credentialHash: hashOf(credential), ...fields });
  await transact(table, newChannelItems(table, channel));
  return { channel, credential };
}
