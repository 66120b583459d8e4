import { PutCommand, QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { monitorIdOf } from '../key-parts.ts';
import { monitorKey, MONITOR_SK, PING_BLOCK_PREFIX, pingBlockKey, type Key } from '../keys.ts';
import { always, recordKind, ttlAfter } from '../record.ts';
import type { Item, Table, TransactItem } from '../table.ts';
import { eventItem } from './events.ts';
import { eventOfEntry, eventsOfEntries } from './ping-entries.ts';

/** Blocks of one query at most, of about a kilobyte each. */
const BLOCKS_MAX = 200;

interface PingBlock {
  monitorId: string;
  entries: readonly string[];
}

/** How a block is stored: under its monitor, for as long as the newest event in it is kept. */
const blocks = recordKind<PingBlock, 'monitorId'>({
  key: ({ monitorId, entries }) => {
    const events = eventsOfEntries(entries);
    const [oldest, newest] = [events[0], events.at(-1)];
    if (!oldest || !newest) throw new Error('None of the entries for a block of pings can be read.');
    return pingBlockKey(monitorId, oldest.id, newest.id);
  },
  inKey: { monitorId: monitorIdOf },
  ttl: ({ entries }) =>
    ttlAfter(Math.max(...eventsOfEntries(entries).map(({ at }) => at)), LIMITS.eventRetentionDays),
  fields: { entries: always },
});

/**
 * Writes entries of the list of a monitor into a block, before they are cut from the list: whoever dies in between leaves
 * them in both, and who reads takes each once. The same entries again are the same block.
 */
export async function putPingBlock(table: Table, id: string, entries: readonly string[]): Promise<void> {
  if (entries.length > 0) await table.client.send(new PutCommand(blockPut(table, id, entries)));
}

/** The first entries of a list, up to the last one that came before an instant. */
export function entriesUntil(entries: readonly string[], before: Instant): string[] {
  const last = entries.findLastIndex((entry) => (eventOfEntry(entry)?.at ?? before) < before);
  return entries.slice(0, last + 1);
}

/** The same of all that a monitor lists, as part of the transaction that cuts them; of what nobody can read there is none. */
export function pingBlockItems(table: Table, { id, recent }: Pick<Monitor, 'id' | 'recent'>): TransactItem[] {
  return eventsOfEntries(recent).length === 0 ? [] : [{ Put: blockPut(table, id, recent) }];
}

function blockPut({ name }: Table, monitorId: string, entries: readonly string[]) {
  return { TableName: name, Item: blocks.toItem({ monitorId, entries }) };
}

/**
 * The entries of the blocks of a monitor that begin before an event, from the newest block down. `atFirst` blocks are read by
 * the first query, more by each further one: those of a job that runs once a day are small. A consistent read: what a list
 * lost a moment ago is here.
 */
export async function* blockPages(
  table: Table,
  id: string,
  to: string,
  atFirst: number,
): AsyncGenerator<string[]> {
  let start: Item | undefined;
  let limit = Math.min(atFirst, BLOCKS_MAX);
  do {
    const page: QueryCommandOutput = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': monitorKey(id).pk,
          ':from': PING_BLOCK_PREFIX,
          ':to': PING_BLOCK_PREFIX + to,
        },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const found = (page.Items ?? []).flatMap((item) => blocks.fromItem(item).entries);
    if (found.length > 0) yield found;
    start = page.LastEvaluatedKey;
    limit = Math.min(limit * 4, BLOCKS_MAX);
  } while (start);
}

/** An item as if each event that is packed in it were an item of its own: a monitor with those of its list, the events of a block. */
export function withEventsApart(item: Item): Item[] {
  const { recent, entries, ...rest } = item;
  const isBlock = String(item['sk']).startsWith(PING_BLOCK_PREFIX);
  const packed = (isBlock ? entries : item['sk'] === MONITOR_SK ? recent : undefined) as string[] | undefined;
  if (packed === undefined) return [item];
  const monitorId = monitorIdOf(item as unknown as Key);
  const events = eventsOfEntries(packed).map((event) => eventItem(monitorId, event));
  return isBlock ? events : [rest, ...events];
}
