import { deleteItem } from '../../lib/data/items.ts';
import { spaceIdOf, tokenKindOf } from '../../lib/data/key-parts.ts';
import {
  CONSENT_PREFIX,
  INCIDENT_SHARDS,
  askedSpaceKey,
  incidentListPk,
  TOKEN_PREFIX,
  type Key,
} from '../../lib/data/keys.ts';
import { isOthersMonitor, isPointer } from '../../lib/data/pointer-targets.ts';
import { partitionOf } from '../../lib/data/partitions.ts';
import { deleteItems, partitionPages } from '../../lib/data/delete-items.ts';
import { endWhatKeyOpens } from '../../lib/data/accounts/ping-keys.ts';
import { endTokenOf } from '../../lib/data/accounts/space-tokens.ts';
import { endPageAddresses } from '../../lib/data/feed/status-pages.ts';
import { STATUS_PAGES_SK } from '../../lib/data/page-keys.ts';
import { PING_KEY_PREFIX } from '../../lib/data/switch-keys.ts';
import type { Item } from '../../lib/data/table.ts';
import { endMonitors, monitorPagesOf } from '../../lib/flows/monitors/end-monitors.ts';
import type { EraserRun } from './eraser-run.ts';

/** Partitions of monitors worked off side by side, each with some connections of its own. */
const MONITORS_AT_ONCE = 4;

/** What an item of a space is erased by: the monitors that it names, the token that it holds, its addresses. */
const FIELDS = ['ids', 'hash', 'hashes'];

/** Erases the monitors: first all of them, which ends pings and alerts, then what is kept of them. */
export async function eraseMonitors(run: EraserRun): Promise<void> {
  const { table, erasure, inTime } = run;
  await endMonitors(table, erasure.spaces);
  for await (const { spaceId, ids } of monitorPagesOf(table, erasure.spaces)) {
    inTime();
    for (let start = 0; start < ids.length; start += MONITORS_AT_ONCE) {
      const some = ids.slice(start, start + MONITORS_AT_ONCE);
      await Promise.all(some.map((id) => eraseMonitor(run, id, spaceId)));
    }
  }
}

async function eraseMonitor(run: EraserRun, id: string, spaceId: string): Promise<void> {
  const pk = partitionOf('monitor', id);
  if (!(await isOthersMonitor(run.table, pk, spaceId))) await erasePartition(run, pk);
}

/** Erases the rest of the spaces; what names monitors and devices at last alone. */
export async function eraseSpaces(run: EraserRun, { isLast }: { isLast: boolean }): Promise<void> {
  for (const spaceId of run.erasure.spaces)
    for (let shard = 0; shard < INCIDENT_SHARDS; shard += 1)
      await erasePartition(run, incidentListPk(spaceId, shard));
  for await (const items of spaceItems(run)) {
    const going = items.filter((item) => isLast || !isPointer(item));
    for (const item of going) await eraseBehind(run, item);
    await deleteItems(run.table, going);
  }
}

/** What lies elsewhere and is found by an item of a space goes before the item. */
async function eraseBehind({ table, erasure }: EraserRun, item: Key & Item): Promise<void> {
  const spaceId = spaceIdOf(item);
  if (item.sk === STATUS_PAGES_SK) await endPageAddresses(table, spaceId, item);
  if (item.sk.startsWith(CONSENT_PREFIX))
    await deleteItem(table, askedSpaceKey(item.sk.slice(CONSENT_PREFIX.length), spaceId));
  if (item.sk.startsWith(TOKEN_PREFIX))
    await endTokenOf(table, { kind: tokenKindOf(item), hash: String(item['hash']) }, erasure.spaces);
  if (item.sk.startsWith(PING_KEY_PREFIX))
    await endWhatKeyOpens(table, item.sk.slice(PING_KEY_PREFIX.length), erasure.spaces);
}

async function* spaceItems({ table, erasure, inTime }: EraserRun): AsyncGenerator<(Key & Item)[]> {
  for (const spaceId of erasure.spaces)
    for await (const items of partitionPages(table, partitionOf('space', spaceId), FIELDS)) {
      inTime();
      yield items;
    }
}

/** Erases all that lies under one partition key. */
export async function erasePartition({ table, inTime }: EraserRun, pk: string): Promise<void> {
  for await (const keys of partitionPages(table, pk)) {
    inTime();
    await deleteItems(table, keys);
  }
}
