import * as z from 'zod';
import { exportedItems, type ExportPosition } from '../../data/accounts/export-items.ts';
import { exportedRecord, type ExportedRecord } from '../../data/item-kinds.ts';
import { getItem } from '../../data/items.ts';
import { withEventsApart } from '../../data/monitors/ping-blocks.ts';
import { monitorKey, pastLivesKey } from '../../data/keys.ts';
import { partitionOf } from '../../data/partitions.ts';
import type { Item, Table } from '../../data/table.ts';
import { LIMITS } from '../../domain/limits.ts';
import { shownIdOf } from '../../domain/monitors/monitor-id.ts';
import { cursorPosition, cursorText } from '../list-page.ts';

/** Behind the first of a page comes at most so much in one call. */
const ITEMS_MAX = 5_000;
/** Each monitor is a read of its own, however little is kept of it, and each device two. */
const PARTS_MAX = 200;
/** Of JSON; one more item is far below the 6 MB that Lambda answers with. */
const BYTES_MAX = 2_500_000;

/** Cursors of an export open nothing else. */
const EXPORT = 'export ';

/** The table takes 1,024 bytes, and a character has at most three. */
const SORT_KEY_MAX = 341;

const position = z.tuple([
  z.string().min(1).max(SORT_KEY_MAX),
  z.int().min(0).max(LIMITS.importMaxMonitors),
  z.string().max(SORT_KEY_MAX),
]);

/** A page of all that is kept of some spaces, each item as `view` shows it; `cursor` is null after the last. */
export async function exportPage<View>(
  table: Table,
  spaceIds: readonly string[],
  { cursor, view }: { cursor: string | undefined; view: (record: ExportedRecord) => View },
): Promise<{ views: View[]; cursor: string | null }> {
  const views: View[] = [];
  let [parts, bytes] = [0, 0];
  const from = cursor === undefined ? undefined : positionOf(cursor, spaceIds);
  const named = byShownIds(table);
  for await (const { item, position: behind } of exportedItems(table, spaceIds, from)) {
    if (item === null) parts += 1;
    else {
      for (const each of withEventsApart(item)) {
        const shown = view(await named(each));
        views.push(shown);
        bytes += Buffer.byteLength(JSON.stringify(shown));
      }
    }
    if (views.length >= ITEMS_MAX || parts >= PARTS_MAX || bytes >= BYTES_MAX)
      return { views, cursor: textOf(behind) };
  }
  return { views, cursor: null };
}

/**
 * What items hold, under the ids by which their owner knows its monitors: those of the latest ping URLs. Each monitor is
 * looked up once in a page.
 */
function byShownIds(table: Table): (item: Item) => Promise<ExportedRecord> {
  const known = new Map<string, Promise<string>>();
  const shown = (id: string) => {
    const found = known.get(id) ?? shownIdIn(table, id);
    known.set(id, found);
    return found;
  };
  return async (item) => {
    const { of, data, ...record } = exportedRecord(item);
    const { monitorId } = data;
    return {
      ...record,
      of: item['pk'] === partitionOf('monitor', of) ? await shown(of) : of,
      data: typeof monitorId === 'string' ? { ...data, monitorId: await shown(monitorId) } : data,
    };
  };
}

/** As it is, or as it was when it was deleted. A damaged monitor is exported as well. */
async function shownIdIn(table: Table, id: string): Promise<string> {
  const item = (await getItem(table, monitorKey(id))) ?? (await getItem(table, pastLivesKey(id)));
  return shownIdOf({ id, idTail: (item?.['idTail'] as string | undefined) ?? null });
}

function textOf({ spaceId, sk, part, partSk }: ExportPosition): string {
  return cursorText(EXPORT + spaceId, [sk, part, partSk]);
}

/** Throws 400 for what is no cursor of an export of these spaces. */
function positionOf(cursor: string, spaceIds: readonly string[]): ExportPosition {
  const lists = spaceIds.map((spaceId) => EXPORT + spaceId);
  const { listId, position: read } = cursorPosition(cursor, lists, position);
  const [sk, part, partSk] = read;
  return { spaceId: listId.slice(EXPORT.length), sk, part, partSk };
}
