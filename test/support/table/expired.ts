import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { monitorKey, spaceMonitorKey } from '../../../lib/data/keys.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import type { TestService } from '../service/service.ts';

const DAY_SEC = 86_400;

/** Lets the time of a deleted monitor pass, and removes it and its place in the list as the table does. */
export async function removeExpired({ core, clock }: TestService, id: string): Promise<void> {
  const { table } = core;
  const { spaceId = '' } = (await getMonitor(table, id)) ?? {};
  clock.advance(31 * DAY_SEC);
  for (const Key of [monitorKey(id), spaceMonitorKey(spaceId, id)])
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...Key } }));
}
