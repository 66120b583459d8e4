import { beforeEach, describe, expect, it } from 'vitest';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { benchMonitor, putFleet } from '../../../../bench/fleet.ts';
import { dueKeys, moveDue, type DueKey } from '../../../../lib/data/monitors/due.ts';
import { DUE_SHARDS, duePartitionOf } from '../../../../lib/data/due-index.ts';
import { getMonitor, replaceMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { WriteConflict, type Table } from '../../../../lib/data/table.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';

const SHARD = 5;
const COUNT = 250;

let table: Table;
const service = fresh(startTestService);
beforeEach(() => void ({ table } = service.core));

const put = (pk: string, dueAt: number, shard = SHARD) =>
  table.client.send(
    new PutCommand({ TableName: table.name, Item: { pk, sk: 'MON', dueAt, duePk: duePartitionOf(shard) } }),
  );

async function pagesOf(after: DueKey | null = null, now = COUNT): Promise<DueKey[][]> {
  const pages: DueKey[][] = [];
  for await (const page of dueKeys(table, { shard: SHARD, after }, now)) pages.push(page);
  return pages;
}

describe('what is due in a shard', () => {
  it('is every item whose time has come, oldest first, in pages, and nothing of other shards', async () => {
    for (let index = 0; index < COUNT; index++) await put(`MON#${index}`, index);
    for (let shard = 0; shard < DUE_SHARDS; shard++)
      if (shard !== SHARD) await put(`MON#other-${shard}`, 1, shard);
    await put('MON#later', COUNT + 1);

    const pages = await pagesOf();

    expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
    expect(pages.flat().map(({ pk }) => pk)).toEqual(
      Array.from({ length: COUNT }, (_, index) => `MON#${index}`),
    );
  });

  it('goes on after an item, also when that is due no more', async () => {
    for (let index = 0; index < 5; index++) await put(`MON#${index}`, index);
    const met = { pk: 'MON#2', sk: 'MON', dueAt: 2 };

    expect((await pagesOf(met)).flat().map(({ pk }) => pk)).toEqual(['MON#3', 'MON#4']);
    await put('MON#2', 1_000);
    expect((await pagesOf(met)).flat().map(({ pk }) => pk)).toEqual(['MON#3', 'MON#4']);
  });
});

describe('moveDue', () => {
  it('is lost on a monitor that changed: an earlier time that another write set must stay', async () => {
    const seen = benchMonitor(1_000, { dueAt: 300_000 });
    await putFleet(table, [seen]);
    await replaceMonitor(table, seen, { ...seen, dueAt: 200_000 });

    await expect(moveDue(table, seen, 900_000)).rejects.toThrow(WriteConflict);

    expect((await getMonitor(table, seen.id))?.dueAt).toBe(200_000);
  });

  it('moves the time of one that did not, and takes it away', async () => {
    const seen = benchMonitor(1_000, { dueAt: 300_000 });
    await putFleet(table, [seen]);

    await moveDue(table, seen, 900_000);
    expect((await getMonitor(table, seen.id))?.dueAt).toBe(900_000);
    await moveDue(table, seen, null);
    expect((await getMonitor(table, seen.id))?.dueAt).toBeNull();
  });
});
