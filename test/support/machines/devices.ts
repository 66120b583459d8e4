import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { openSecret } from '../../../lib/adapters/secrets.ts';
import { newSymbol } from '../../../lib/adapters/symbols.ts';
import { countDevicesItem } from '../../../lib/data/machines/device-counters.ts';
import { newDeviceItems } from '../../../lib/data/machines/devices.ts';
import { ownerKey } from '../../../lib/data/keys.ts';
import { ownerOfGuestToken, type Owner } from '../../../lib/data/owners.ts';
import { newSymbolItem } from '../../../lib/data/machines/push-tokens.ts';
import { transact } from '../../../lib/data/table.ts';
import type { Device } from '../../../lib/domain/machines/devices/device.ts';
import type { MachineFacts } from '../../../lib/domain/machines/devices/facts.ts';
import type { Person, TestService } from '../service/service.ts';

/** What a small server in a cloud tells of itself. */
export const FACTS: MachineFacts = {
  system: 'linux',
  version: '6.1.0-28-amd64',
  architecture: 'x86_64',
  distribution: 'debian',
  distributionVersion: '12',
  shell: 'dash',
  context: 'vm',
  transport: 'curl',
  capabilities: [
    'proc', 'proc_loadavg', 'proc_meminfo', 'proc_stat', 'proc_diskstats', 'proc_net_dev', 'proc_uptime',
    'df', 'df_i', 'crontab', 'cron_ativo',
  ],
  versions: { curl: '7.88.1' },
}; // prettier-ignore

/** The owner of a guest token, as it is now. */
export async function ownerOf(service: TestService, { token }: Person): Promise<Owner> {
  const owner = await ownerOfGuestToken(service.core.table, hashOf(token));
  if (!owner) throw new Error('There is no such guest.');
  return owner;
}

/** A device of a person that has told what it is, put into the table as its creation and its report put it there. */
export async function detectedDevice(
  service: TestService,
  person: Person,
  fields: Partial<Device> = {},
): Promise<Device> {
  const { table, clock } = service.core;
  const owner = await ownerOf(service, person);
  const now = clock.now();
  const device: Device = {
    id: randomUUID(),
    spaceId: owner.spaces[0] ?? '',
    name: 'web 1',
    group: null,
    createdAt: now,
    expiresAt: now + 3_600_000,
    detectedAt: now,
    facts: FACTS,
    reportHash: hashOf('report'),
    symbol: newSymbol(await openSecret(service.core.config)()),
    collections: {},
    monitorId: null,
    thresholds: [],
    rev: 1,
    ...fields,
  };
  const { id: deviceId, spaceId, symbol } = device;
  await transact(table, [
    ...newDeviceItems(table, device),
    newSymbolItem(table, { symbol, deviceId, measure: null }),
    countDevicesItem(table, { ownerId: owner.id, spaceId }, { devices: 1, collections: 0 }),
  ]);
  return device;
}

/** Has an owner counted as one with so many collections. */
export async function countedAs(service: TestService, person: Person, collections: number): Promise<void> {
  const { table } = service.core;
  const { id } = await ownerOf(service, person);
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...ownerKey(id) },
      UpdateExpression: 'SET collections = :collections',
      ExpressionAttributeValues: { ':collections': collections },
    }),
  );
}
