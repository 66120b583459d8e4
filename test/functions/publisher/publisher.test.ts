import { afterEach, describe, expect, it } from 'vitest';
import { addCounts } from '../../../lib/data/statistics/day-counts.ts';
import { getPublication } from '../../../lib/data/statistics/publications.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { dayAfter } from '../../../lib/domain/calendar.ts';
import { watchCapacity } from '../../support/table/capacity.ts';
import { failTable, type FailingTable } from '../../support/table/failing-table.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

const DAY_SEC = 86_400;
const FIRST = '2027-03-01';

let failing: FailingTable | undefined;
const service = fresh(startTestService);
afterEach(() => void failing?.end());

const published = () => getPublication(service.core.table);
const figuresOf = async (day: string) => (await published())?.days.find((each) => each.day === day)?.figures;

/** What a run of the publisher asks of the table. */
async function callsOf(run: () => Promise<unknown>): Promise<string[]> {
  const calls = watchCapacity(service);
  await run();
  service.core.table.client.middlewareStack.remove('watchCapacity');
  return calls.filter(({ isRefused }) => isRefused !== true).map(({ command }) => command);
}

/** A day on which something is counted, and after it the hour at which it is whole. */
async function aDay(): Promise<void> {
  await service.check();
  await addCounts(service.core.table, FIRST, { calls_agent: 7 });
  service.clock.advance(DAY_SEC);
}

describe('a publication', () => {
  it('comes at once at first, then once a day when the day before is counted', async () => {
    await service.publish();
    expect(await published()).toMatchObject({ publishedAt: service.clock.now(), days: [] });

    // From noon to just before eight, and to eight.
    const first = await published();
    service.clock.advance(20 * 3_600 - 1);
    await service.publish();
    expect(await published()).toEqual(first);
    service.clock.advance(1);
    await service.publish();
    expect((await published())?.publishedAt).toBe(service.clock.now());

    const second = await published();
    service.clock.advance(DAY_SEC - 1);
    expect(await callsOf(() => service.publish())).toEqual(['GetItem', 'GetItem']);
    expect(await published()).toEqual(second);
  });

  it('comes at once by another build, with what was counted before', async () => {
    await service.publish();
    await aDay();
    await service.publish();
    const { config, clock } = service.core;
    service.clock.advance(60);

    config.build = 'next';
    await service.publish();

    expect(await published()).toMatchObject({ build: 'next', publishedAt: clock.now() });
    expect(await figuresOf(FIRST)).toMatchObject({ calls_agent: 7, checks: 1 });
  });

  it('says nothing of days before counting began, nor of those on which the service was not there', async () => {
    await aDay();
    service.clock.advance(3 * DAY_SEC);
    await service.check();
    service.clock.advance(DAY_SEC);
    await service.publish();

    const days = (await published())?.days ?? [];
    expect(days.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4].map((after) => dayAfter(FIRST, after)));
    expect(days.map(({ figures }) => figures.calls_agent)).toEqual([7, null, null, null, 0]);
    expect(days.map(({ figures }) => figures.checks)).toEqual([null, null, null, null, 1]);
  });

  it('says nothing of the pings of a day that may not be counted yet', async () => {
    await service.publish();
    await service.check();
    service.clock.advance(13 * 3_600);
    service.core.config.build = 'next';
    await service.publish();

    expect(await figuresOf(FIRST)).toMatchObject({ pings: null, monitors: null, calls_agent: 0, checks: 1 });
  });
});

describe('a run that ends anywhere', () => {
  it.each(casesOf(1, [true, false]))(
    'is finished by the next one, its last answer lost: %s',
    async (answerLost) => {
      await service.publish();
      await aDay();
      let goodCalls = 0;
      for (; (await figuresOf(FIRST)) === undefined; goodCalls += 1) {
        const after = goodCalls;
        failing = failTable(service, (_command, number) => number >= after, { answerLost });
        await service.publish().catch(() => {});
        failing.end();
        expect(goodCalls).toBeLessThan(30);
      }
      expect(goodCalls).toBeGreaterThan(5);

      await service.publish();
      expect(await figuresOf(FIRST)).toMatchObject({ calls_agent: 7, checks: 1 });
    },
  );

  it('beside others publishes once', async () => {
    await service.publish();
    await aDay();

    const commands = await callsOf(() => Promise.all([1, 2, 3].map(() => service.publish())));

    expect(await figuresOf(FIRST)).toMatchObject({ calls_agent: 7, checks: 1 });
    expect(commands.filter((command) => command === 'PutItem')).toHaveLength(1);
    expect(service.logged).toEqual([]);
  });
});

itThorough('a year is published with a query a shard', async () => {
  const { table, clock } = service.core;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const counts = { visits_person: 10, visitors_person: 3, calls_machine: 1_000, pings: 100_000, checks: 288 };
  for (let back = 1; back <= LIMITS.operatorDays; back++)
    await addCounts(table, dayAfter(today, -back), { ...counts, visits_agent: back });

  const commands = await callsOf(() => service.publish());

  expect(commands.filter((command) => command === 'Query')).toHaveLength(12);
  expect(commands.length).toBeLessThan(20);
  const { days = [], months = [] } = (await published()) ?? {};
  expect(days).toHaveLength(31);
  expect(months.length).toBe(13);
  expect(months.reduce((sum, { figures }) => sum + (figures.visits_agent ?? 0), 0)).toBe((366 * 367) / 2);
  expect(months.reduce((sum, { figures }) => sum + (figures.pings ?? 0), 0)).toBe(36_600_000);
});
