import { beforeAll, expect, it } from 'vitest';
import { addCounts, readDayCounts } from '../../../../lib/data/statistics/day-counts.ts';
import { dayAfter } from '../../../../lib/domain/calendar.ts';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { watchCapacity, type TableCall } from '../../../support/table/capacity.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { contentsOf } from '../../../support/service/refused.ts';

let calls: TableCall[];
const service = shared(startTestService);
beforeAll(() => void (calls = watchCapacity(service)));

it('adds what is counted at once, of several counters by one write, and forgets it after its time', async () => {
  const { table } = service.core;
  calls.length = 0;

  await Promise.all(
    Array.from({ length: 40 }, () =>
      addCounts(table, '2027-03-01', { visits_person: 1, calls_agent: 2, calls_at_api: 3 }),
    ),
  );

  expect(calls.map(({ command, tableUnits }) => [command, tableUnits])).toEqual(
    Array.from({ length: 40 }, () => ['UpdateItem', 1]),
  );
  expect(await readDayCounts(table, '2027-03-01', '2027-03-01')).toEqual([
    { day: '2027-03-01', counts: { visits_person: 40, calls_agent: 80, calls_at_api: 120 } },
  ]);
  const items = (await contentsOf(service)).filter(({ sk }) => sk === '2027-03-01');
  expect(items.length).toBeGreaterThan(1);
  expect(new Set(items.map(({ ttl }) => ttl))).toEqual(
    new Set([Date.UTC(2027, 2, 1) / 1000 + LIMITS.countsKeptDays * 86_400]),
  );
});

it('reads a year in a query a shard, with the days on which nothing was counted', async () => {
  const { table } = service.core;
  await addCounts(table, '2026-03-02', { visits_machine: 5 });
  await addCounts(table, '2026-03-01', { visits_machine: 7 });
  calls.length = 0;

  const days = await readDayCounts(table, '2026-03-02', '2027-03-01');

  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 365 }, (_, index) => dayAfter('2026-03-02', index)),
  );
  expect(days[0]?.counts).toEqual({ visits_machine: 5 });
  expect(days[1]?.counts).toEqual({});
  expect(calls.map(({ command }) => command)).toEqual(Array.from({ length: 12 }, () => 'Query'));
});
