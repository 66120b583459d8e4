import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { outputKey } from '../keys.ts';
import { ttlAfter } from '../record.ts';
import type { Table } from '../table.ts';

/** Keeps what a job sent with an event, as long as the event. */
export async function putOutput(
  table: Table,
  monitorId: string,
  output: { eventId: string; at: Instant; text: string },
): Promise<void> {
  const ttl = ttlAfter(output.at, LIMITS.eventRetentionDays);
  const Item = { ...outputKey(monitorId, output.eventId), text: output.text, ttl };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

/** What a job sent with an event, or undefined. */
export async function getOutput(
  table: Table,
  monitorId: string,
  eventId: string,
): Promise<string | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...outputKey(monitorId, eventId) } }),
  );
  return item && String(item['text']);
}

export async function deleteOutput(table: Table, monitorId: string, eventId: string): Promise<void> {
  await table.client.send(
    new DeleteCommand({ TableName: table.name, Key: { ...outputKey(monitorId, eventId) } }),
  );
}
