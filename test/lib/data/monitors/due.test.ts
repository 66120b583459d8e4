import { beforeEach, describe, expect, it } from 'vitest';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { benchMonitor, putFleet } from '../../../../bench/fleet.ts';
import { dueKeys, duePages, moveDue, type DueKey } from '../../../../lib/data/monitors/due.ts';
import { DUE_SHARDS, duePartitionOf } from '../../../../lib/data/due-index.ts';
import { getMonitor, replaceMonitor } from '../../../../lib/data/monitors/monitors.ts';
import { WriteConflict, type Table } from '../../../../lib/data/table.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { watchingTable } from '../../../support/table/watching-table.ts';

const SHARD = 5;
const COUNT = 250;

let table: Table;
const service = fresh(() => startTestService({ dueShards: DUE_SHARDS }));
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

describe('a pass in two parts', () => {
  const from = { shard: SHARD, after: null, newerThan: 100 };
  const dueAts = [99, 100, 101, 102];

  async function passed() {
    const pages: [part: string, dueAts: number[]][] = [];
    let calls = 0;
    const pass = async () => {
      for await (const { before, keys } of duePages(table, from, COUNT))
        pages.push([before.upTo === undefined ? 'newer' : 'older', keys.map(({ dueAt }) => dueAt)]);
    };
    await watchingTable(service, { before: () => void (calls += 1) }, pass);
    return { pages, calls };
  }

  it('asks once for what fits a page, and has the newer part first', async () => {
    for (const dueAt of dueAts) await put(`MON#${dueAt}`, dueAt);

    expect(await passed()).toEqual({
      pages: [
        ['newer', [101, 102]],
        ['older', [99, 100]],
      ],
      calls: 1,
    });
  });

  it('has it first and each key once where a page is not enough', async () => {
    for (const dueAt of dueAts) await put(`MON#${dueAt}`, dueAt);
    for (let each = 0; each < 100; each++) await put(`MON#old-${each}`, 1);

    const { pages } = await passed();

    expect(pages.map(([part, keys]) => [part, keys.length])).toEqual([
      ['newer', 2],
      ['older', 100],
      ['older', 2],
    ]);
    expect(pages[0]).toEqual(['newer', [101, 102]]);
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
