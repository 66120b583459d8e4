import { putItem, deleteItem, getItem } from '../items.ts';
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
  await putItem(table, { ...outputKey(monitorId, output.eventId), text: output.text, ttl });
}

/** What a job sent with an event, or undefined. */
export async function getOutput(
  table: Table,
  monitorId: string,
  eventId: string,
): Promise<string | undefined> {
  const item = await getItem(table, outputKey(monitorId, eventId), { consistent: false });
  return item && String(item['text']);
}

export async function deleteOutput(table: Table, monitorId: string, eventId: string): Promise<void> {
  await deleteItem(table, outputKey(monitorId, eventId));
}
