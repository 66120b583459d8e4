import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from './items.ts';
import { FORMER_MONITOR_PREFIX, monitorKey } from './keys.ts';
import { partitionOf } from './partitions.ts';
import { monitorsNamedBy } from './space-monitors.ts';
import type { Item, Table } from './table.ts';

/** Outputs of jobs are up to 10 kB each; so many are read far within the time of a call. */
const READ_AT_ONCE = 200;

/** A place in all that is kept of some spaces: behind an item of a space, or inside the monitors that one names. */
export interface HeldPlace {
  spaceId: string;
  /** The item of the space. */
  sk: string;
  /** Which of the monitors that it names is being read, from 1; 0 when all of the item is behind. */
  monitor: number;
  /** The item of that monitor that is behind; empty before the first. */
  monitorSk: string;
}

/** An item of a space or of one of its monitors, null where a monitor had no more, and the place behind it. */
export interface HeldItem {
  item: Item | null;
  place: HeldPlace;
}

/** All items of some spaces and of their monitors, those included that were deleted; from a place on. */
export async function* heldItems(
  table: Table,
  spaceIds: readonly string[],
  from: HeldPlace | undefined,
): AsyncGenerator<HeldItem> {
  const first = from ? spaceIds.indexOf(from.spaceId) : 0;
  for (const spaceId of spaceIds.slice(first)) {
    const begin = from?.spaceId === spaceId ? from : undefined;
    if (begin && begin.monitor > 0) yield* insideOf(table, begin);
    for await (const item of itemsOf(table, partitionOf('space', spaceId), begin?.sk ?? '')) {
      const sk = String(item['sk']);
      const behind = { spaceId, sk, monitor: 0, monitorSk: '' };
      if (monitorsNamedBy(item).length === 0) yield { item, place: behind };
      else yield* monitorsOf(table, item, { ...behind, monitor: 1 });
    }
  }
}

/** What is left of an item of a space that a page ended in. An item that is gone by now has nothing left. */
async function* insideOf(table: Table, place: HeldPlace): AsyncGenerator<HeldItem> {
  const item = await getItem(table, { pk: partitionOf('space', place.spaceId), sk: place.sk });
  if (item) yield* monitorsOf(table, item, place);
}

async function* monitorsOf(table: Table, item: Item, from: HeldPlace): AsyncGenerator<HeldItem> {
  const ids = monitorsNamedBy(item);
  for (let number = from.monitor; number <= ids.length; number += 1) {
    const id = ids[number - 1] ?? '';
    const begin = number === from.monitor ? from.monitorSk : '';
    // One that is still listed, or has come back, is read by its place in the list.
    const isTwice = from.sk.startsWith(FORMER_MONITOR_PREFIX) && (await getItem(table, monitorKey(id)));
    if (!isTwice)
      for await (const held of itemsOf(table, partitionOf('monitor', id), begin))
        yield { item: held, place: { ...from, monitor: number, monitorSk: String(held['sk']) } };
    const next = { ...from, monitor: number + 1, monitorSk: '' };
    yield { item: null, place: number === ids.length ? { ...from, monitor: 0, monitorSk: '' } : next };
  }
}

/** The items of a partition behind a sort key, in the order of their keys; read consistently. */
async function* itemsOf(table: Table, pk: string, behind: string): AsyncGenerator<Item> {
  let start: Item | undefined = behind === '' ? undefined : { pk, sk: behind };
  do {
    const page: { Items?: Item[] | undefined; LastEvaluatedKey?: Item | undefined } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ConsistentRead: true,
        Limit: READ_AT_ONCE,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    yield* page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}
