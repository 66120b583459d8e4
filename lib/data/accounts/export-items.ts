import { getItem } from '../items.ts';
import { isNamedElsewhere, isOthersMonitor, partitionsNamedBy } from '../pointer-targets.ts';
import { partitionOf } from '../partitions.ts';
import { queryPages } from '../query-pages.ts';
import type { Item, Table } from '../table.ts';

/** Outputs of jobs are up to 10 kB each; so many are read far within the time of a call. */
const READ_AT_ONCE = 200;

/** A position in all that is kept of some spaces: behind an item of a space, or inside the partitions that one names. */
export interface ExportPosition {
  spaceId: string;
  /** The item of the space. */
  sk: string;
  /** Which of the partitions that it names is being read, from 1; 0 when all of the item is behind. */
  part: number;
  /** The item of that partition that is behind; empty before the first. */
  partSk: string;
}

/** An item of a space or of what one names, null where a partition had no more, and the position behind it. */
export interface ExportedItem {
  item: Item | null;
  position: ExportPosition;
}

/** All items of some spaces, of their monitors and devices, those included that were deleted; from a position on. */
export async function* exportedItems(
  table: Table,
  spaceIds: readonly string[],
  from: ExportPosition | undefined,
): AsyncGenerator<ExportedItem> {
  const first = from ? spaceIds.indexOf(from.spaceId) : 0;
  for (const spaceId of spaceIds.slice(first)) {
    const begin = from?.spaceId === spaceId ? from : undefined;
    if (begin && begin.part > 0) yield* insideOf(table, begin);
    for await (const item of itemsOf(table, partitionOf('space', spaceId), begin?.sk ?? '')) {
      const sk = String(item['sk']);
      const behind = { spaceId, sk, part: 0, partSk: '' };
      if (partitionsNamedBy(item).length === 0) yield { item, position: behind };
      else yield* partsOf(table, item, { ...behind, part: 1 });
    }
  }
}

/** What is left of an item of a space that a page ended in. An item that is gone by now has nothing left. */
async function* insideOf(table: Table, position: ExportPosition): AsyncGenerator<ExportedItem> {
  const item = await getItem(table, { pk: partitionOf('space', position.spaceId), sk: position.sk });
  if (item) yield* partsOf(table, item, position);
}

async function* partsOf(table: Table, item: Item, from: ExportPosition): AsyncGenerator<ExportedItem> {
  const parts = partitionsNamedBy(item);
  const isRead = !(await isNamedElsewhere(table, item, from.spaceId));
  for (let number = from.part; number <= parts.length; number += 1) {
    const begin = number === from.part ? from.partSk : '';
    const pk = parts[number - 1] ?? '';
    if (isRead && !(await isOthersMonitor(table, pk, from.spaceId)))
      for await (const inside of itemsOf(table, pk, begin))
        yield { item: inside, position: { ...from, part: number, partSk: String(inside['sk']) } };
    const next = { ...from, part: number + 1, partSk: '' };
    yield { item: null, position: number === parts.length ? { ...from, part: 0, partSk: '' } : next };
  }
}

/** The items of a partition behind a sort key, in the order of their keys; read consistently. */
async function* itemsOf(table: Table, pk: string, behind: string): AsyncGenerator<Item> {
  const asked = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    Limit: READ_AT_ONCE,
  };
  for await (const page of queryPages(table, asked, behind === '' ? undefined : { pk, sk: behind }))
    yield* page;
}
