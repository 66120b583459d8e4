import { beforeAll, describe, expect, it } from 'vitest';
import { duePartition } from '../../../../lib/data/due-index.ts';
import { monitorKey } from '../../../../lib/data/keys.ts';
import { changeItem } from '../../../../lib/data/items.ts';
import { refusal } from '../../../support/table/table-proxy.ts';
import { checkWith } from '../../../support/alerts/check-with.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Reply } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { itThorough } from '../../../support/thorough.ts';

const DAY_SEC = 86_400;

const service = shared(startTestService);
beforeAll(async () => {
  await service.check();
});
const alice = fresh(() => service.guest());

const iso = (at = service.clock.now()) => new Date(at).toISOString();
const create = async (fields: Record<string, unknown> = {}): Promise<{ id: string; token: string }> =>
  (await alice.createMonitor({ interval_sec: 366 * DAY_SEC, ...fields })) as { id: string; token: string };
const signal = (id: string, path = '') => service.call('POST', `/in/${id}${path}`);
const stats = async (id: string): Promise<Reply['json']> =>
  (await alice.call('GET', `/api/endpoints/${id}/stats`)).json;

describe('the months', () => {
  /** What an owner would work out from the list of incidents. */
  async function fromIncidents(id: string, month: string): Promise<{ incidents: number; downMs: number }> {
    const { json } = await alice.call('GET', `/api/incidents?monitor=${id}`);
    const [from, to] = [Date.parse(`${month}-01T00:00:00Z`), nextMonth(month)];
    const spans: [number, number][] = json['incidents'].map((each: Reply['json']) => [
      Date.parse(each['down_since']),
      each['closed_at'] === null ? service.clock.now() : Date.parse(each['closed_at']),
    ]);
    return {
      incidents: spans.filter(([since]) => since >= from && since < to).length,
      downMs: spans.reduce(
        (sum, [since, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(since, from)),
        0,
      ),
    };
  }

  const nextMonth = (month: string): number => {
    const start = new Date(`${month}-01T00:00:00Z`);
    return start.setUTCMonth(start.getUTCMonth() + 1);
  };

  it('say what the list of incidents says, at every moment', async () => {
    const { id } = await create();
    await signal(id);
    let compared = 0;
    const compare = async () => {
      for (const { month, incidents, down_sec: downSec } of (await stats(id))['months']) {
        const own = await fromIncidents(id, month);
        expect([month, incidents, downSec]).toEqual([month, own.incidents, Math.floor(own.downMs / 1000)]);
        compared += 1;
      }
    };

    // A short one, one over the end of a month, one that failed twice between two checks, and one that goes on.
    for (const days of [0.2, 33, 0.001, 12]) {
      await signal(id, '/fail');
      await service.check();
      service.clock.advance(days * DAY_SEC);
      await compare();
      await signal(id);
      await compare();
      await service.check();
      await compare();
      service.clock.advance(3 * DAY_SEC);
    }
    for (const path of ['/fail', '', '/fail']) {
      await signal(id, path);
      service.clock.advance(1_000);
    }
    await service.check();
    service.clock.advance(20 * DAY_SEC);
    await compare();

    expect(compared).toBeGreaterThan(20);
    expect((await stats(id))['months'].length).toBeGreaterThan(2);
  });

  it('are whole of a job that is well, and unknown before its first ping', async () => {
    const { id } = await create();
    expect(await stats(id)).toMatchObject({
      watched_from: iso(),
      months: [{ up_percent: null, incidents: null, down_sec: null }],
    });
    await signal(id);
    service.clock.advance(60);

    expect((await stats(id))['months']).toEqual([
      { month: iso().slice(0, 7), up_percent: 100, incidents: 0, down_sec: 0 },
    ]);
  });
});

describe('the days', () => {
  async function run(id: string, sec: number): Promise<void> {
    await signal(id, '/start');
    service.clock.advance(sec);
    await signal(id);
  }

  it('are those with measured runs, once they are over', async () => {
    const { id } = await create({ interval_sec: DAY_SEC });
    const first = iso().slice(0, 10);
    for (const sec of [10, 30, 20]) await run(id, sec);
    await service.check();
    expect((await stats(id))['days']).toEqual([]);

    service.clock.advance(2 * DAY_SEC);
    const second = iso().slice(0, 10);
    await run(id, 5);
    await service.check();
    const days = [{ day: first, runs: 3, p50_ms: 20_000, p95_ms: 30_000, max_ms: 30_000 }];
    expect((await stats(id))['days']).toEqual(days);

    service.clock.advance(2 * DAY_SEC);
    await service.check();
    const all = [...days, { day: second, runs: 1, p50_ms: 5_000, p95_ms: 5_000, max_ms: 5_000 }];
    expect((await stats(id))['days']).toEqual(all);

    service.clock.advance(88 * DAY_SEC);
    expect((await stats(id))['days']).toEqual(all.slice(1));
  });

  it('are read without a look at the events', async () => {
    const { id } = await create();
    const calls: TableCall[] = [];
    await watchingTable(service, { before: (call) => void calls.push(call) }, () => stats(id));

    expect(calls.filter(({ command }) => command === 'QueryCommand')).toHaveLength(1);
    expect(calls.every(({ reads }) => reads)).toBe(true);
  });

  itThorough('that were rolled up are not read again when the job is looked at', async () => {
    const { id } = await create();
    await run(id, 10);
    service.clock.advance(2 * DAY_SEC);
    const queriesOfALook = async () => {
      await changeItem(service.core.table, monitorKey(id), {
        UpdateExpression: 'SET dueAt = :now, duePk = :shard',
        ExpressionAttributeValues: {
          ':now': service.clock.now(),
          ':shard': duePartition(service.core.table, monitorKey(id).pk),
        },
      });
      const calls: TableCall[] = [];
      await watchingTable(service, { before: (call) => void calls.push(call) }, () => service.check());
      return calls.filter(
        ({ command, input }) => command === 'QueryCommand' && JSON.stringify(input).includes(id),
      ).length;
    };

    // What its runs speak for is read with them.
    expect(await queriesOfALook()).toBe(4);
    expect((await stats(id))['days']).toHaveLength(1);
    expect(await queriesOfALook()).toBe(0);
  });

  itThorough('wait for a check with time, and fail none', async () => {
    const { id } = await create({ interval_sec: DAY_SEC });
    await run(id, 10);
    service.clock.advance(2 * DAY_SEC);
    const checked = await checkWith(service, async (request) =>
      JSON.stringify(request.input).includes('durationMs')
        ? refusal('AccessDeniedException')
        : request.forward(),
    );

    expect(checked).toMatchObject({ failed: 0, finished: true });
    expect((await stats(id))['days']).toEqual([]);
    expect(service.logged).toContain('roll_up_failed');
    service.clock.advance(3_600);
    await service.check();
    expect((await stats(id))['days']).toHaveLength(1);
  });
});

itThorough('a name that comes back begins anew: nothing of its earlier life counts', async () => {
  const put = async () => {
    const { json } = await alice.call('PUT', '/api/endpoints/by-slug/nightly', {
      interval_sec: 366 * DAY_SEC,
    });
    return String(json['id']);
  };
  const id = await put();
  await signal(id, '/start');
  service.clock.advance(10);
  await signal(id);
  service.clock.advance(2 * DAY_SEC);
  await service.check();
  await signal(id, '/fail');
  await service.check();
  service.clock.advance(10 * DAY_SEC);
  const earlier = await stats(id);
  const incidents = earlier['months'].reduce(
    (sum: number, each: Reply['json']) => sum + each['incidents'],
    0,
  );
  expect([incidents, earlier['days'].length]).toEqual([1, 1]);

  await signal(id, '/start');
  service.clock.advance(60);
  await signal(id);
  service.clock.advance(1);
  await alice.remove(id);
  expect(await put()).toBe(id);
  const createdAt = iso();
  await signal(id, '/start');
  service.clock.advance(20);
  await signal(id);
  const month = { month: iso().slice(0, 7), up_percent: 100, incidents: 0, down_sec: 0 };
  expect(await stats(id)).toEqual({ watched_from: createdAt, months: [month], days: [] });

  service.clock.advance(1.5 * DAY_SEC);
  await signal(id, '/fail');
  await service.check();
  service.clock.advance(60);
  await signal(id);
  await service.check();
  const { months, days } = await stats(id);
  expect(months.at(-1)).toMatchObject({ incidents: 1, down_sec: 60 });
  // On the day of the revival the earlier life had a run too.
  const duration = { p50_ms: 20_000, p95_ms: 20_000, max_ms: 20_000 };
  expect(days).toEqual([{ day: createdAt.slice(0, 10), runs: 1, ...duration }]);
});

describe('who may read', () => {
  it('is its owner and who holds its read token', async () => {
    const { id, token } = await create();
    const read = await service.call('GET', `/api/endpoints/${id}/stats?token=${token}`);

    expect(read.json).toEqual(await stats(id));
  });

  it('is nobody else', async () => {
    const { id } = await create();
    const bob = await service.guest();

    expectRefusal(await bob.call('GET', `/api/endpoints/${id}/stats`), { status: 404, error: 'not_found' });
    expectRefusal(await alice.call('GET', `/api/endpoints/${id}/stats?days=7`), {
      status: 400,
      error: 'consulta_invalida',
      names: ['days'],
    });
  });
});
