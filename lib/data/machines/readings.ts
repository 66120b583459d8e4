import { DAY_MS } from '../../domain/calendar.ts';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { changeItem } from '../items.ts';
import { READING_PREFIXES, readingKey } from '../keys.ts';
import { partitionOf } from '../partitions.ts';
import { readItems, type WireItem } from '../read-items.ts';
import { readReadable } from '../read-many.ts';
import { ttlAfter } from '../record.ts';
import type { Table } from '../table.ts';

export type Every = keyof typeof READING_PREFIXES;

/** Packed readings of one minute, or hour, by the code of their measure. */
export type PackedReadings = Readonly<Record<string, string>>;

/**
 * Puts readings beside those of the same minute, or hour, over those of the same measure: one write unit, and a repeat
 * changes nothing.
 */
export async function putReadings(
  table: Table,
  place: { deviceId: string; every: Every; at: Instant },
  packed: PackedReadings,
): Promise<void> {
  const codes = Object.keys(packed);
  await changeItem(table, readingKey(place.deviceId, place.every, place.at), {
    UpdateExpression: `SET ${['#ttl = :ttl', ...codes.map((code) => `#${code} = :${code}`)].join(', ')}`,
    ExpressionAttributeNames: {
      '#ttl': 'ttl',
      ...Object.fromEntries(codes.map((code) => [`#${code}`, code])),
    },
    ExpressionAttributeValues: {
      ':ttl': ttlAfter(place.at, LIMITS.readingRetentionDays),
      ...Object.fromEntries(codes.map((code) => [`:${code}`, packed[code]])),
    },
  });
}

/** The newest readings of a device, newest first, of these measures alone: one query, since items are small. */
export async function newestReadings(
  table: Table,
  of: { deviceId: string; every: Every; now: Instant; codes: readonly string[] },
  count: number,
): Promise<PackedReadings[]> {
  const oldest = of.now - LIMITS.readingRetentionDays * DAY_MS;
  const { items } = await readItems(
    table,
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :oldest AND :newest',
      ExpressionAttributeValues: {
        ':pk': partitionOf('readings', of.deviceId),
        ':oldest': readingKey(of.deviceId, of.every, oldest).sk,
        ':newest': `${READING_PREFIXES[of.every]}~`,
      },
      ExpressionAttributeNames: Object.fromEntries(of.codes.map((code) => [`#${code}`, code])),
      ProjectionExpression: of.codes.map((code) => `#${code}`).join(', '),
      ScanIndexForward: false,
      Limit: count,
    }),
    packedIn,
  );
  return items;
}

/** The readings of some minutes, or hours, of a device, in the order of these; where there is none, none. At half price. */
export async function readingsAt(
  table: Table,
  { deviceId, every }: { deviceId: string; every: Every },
  moments: readonly Instant[],
): Promise<PackedReadings[]> {
  const keys = moments.map((at) => readingKey(deviceId, every, at));
  const read = (item: WireItem) => ({ sk: item['sk']?.S ?? '', packed: packedIn(item) });
  const { items, unreadable } = await readReadable(table, keys, read, { consistent: false });
  if (unreadable.length > 0) throw unreadable[0];
  const found = new Map(items.map(({ sk, packed }) => [sk, packed]));
  return keys.flatMap(({ sk }) => {
    const packed = found.get(sk);
    return packed ? [packed] : [];
  });
}

/** All that is asked for of an item is text. */
function packedIn(item: WireItem): PackedReadings {
  const packed: Record<string, string> = {};
  for (const code of Object.keys(item)) {
    const text = item[code]?.S;
    if (text !== undefined) packed[code] = text;
  }
  return packed;
}
