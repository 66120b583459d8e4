import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { casesOf, itThorough } from '../../support/thorough.ts';

let id: string;

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
beforeEach(async () => {
  id = (await alice.createMonitor({ interval_sec: 86_400, alert_url: receiver.url }))['id'];
  await toNextSlot();
});
afterEach(() => alice.remove(id));

const list = (query = '') => alice.call('GET', `/api/endpoints/${id}/alerts${query}`);
const page = async (query = ''): Promise<Reply['json'][]> => (await list(query)).json['alerts'];
const timesOf = (alerts: Reply['json'][]) => alerts.map(({ created_at }) => String(created_at));

/** Test alerts share the seconds from one full ten to the next. */
async function toNextSlot(): Promise<void> {
  service.clock.advance(10 - ((service.clock.now() / 1000) % 10));
}

async function miss(): Promise<void> {
  await service.fail(id);
  await service.check();
}

async function recover(): Promise<void> {
  await service.ping(id);
  await service.check();
}

async function test(): Promise<void> {
  expect((await alice.call('POST', `/api/endpoints/${id}/test-alert`)).status).toBe(200);
}

/** Everything, by pages of a size; `between` happens before each but the first. */
async function paged(limit: number, between = async () => {}): Promise<Reply['json'][]> {
  const all: Reply['json'][] = [];
  let query = `?limit=${limit}`;
  for (;;) {
    const { alerts, next_cursor: cursor } = (await list(query)).json;
    all.push(...alerts);
    if (cursor === undefined) return all;
    expect(alerts).toHaveLength(limit);
    expect(all.length).toBeLessThan(100);
    query = `?limit=${limit}&cursor=${cursor}`;
    await between();
  }
}

describe('listAlerts, page by page', () => {
  it('returns as many as asked for, before an instant that is not included', async () => {
    for (const step of [miss, recover, miss, recover]) {
      await step();
      service.clock.advance(72);
    }
    const all = await page();
    const [newest, second, third, oldest] = timesOf(all);
    const before = (at: string | undefined) => `before=${encodeURIComponent(at ?? '')}`;

    expect(all).toHaveLength(4);
    expect(await page('?limit=2')).toEqual(all.slice(0, 2));
    expect(await page('?limit=500')).toEqual(all);
    expect(await page(`?${before(newest)}`)).toEqual(all.slice(1));
    expect(await page(`?limit=1&${before(second)}`)).toEqual([all[2]]);
    expect(await page(`?${before(third?.replace('Z', '+00:00'))}`)).toEqual([all[3]]);
    expect(await page(`?${before(oldest)}`)).toEqual([]);
    expect(await page('?before=1969-01-01T00%3A00%3A00Z')).toEqual([]);
  });

  it('has a test alert at the time it was made', async () => {
    service.clock.advance(3);
    await miss();
    service.clock.advance(5);
    await test();

    expect((await page()).map(({ kind }) => kind)).toEqual(['test', 'miss']);
  });

  it.each(casesOf(1, [3, 1, 2, 4]))(
    'by %i shows all alerts once, tests among others of their slot too',
    async (limit) => {
      const firstSlot = [miss, recover, miss, recover, miss, recover, miss, test, recover];
      const secondSlot = [test, miss, recover];
      for (const step of [...firstSlot, ...secondSlot]) {
        await step();
        service.clock.advance(1.2);
      }
      const times = timesOf(await page());

      expect(times).toHaveLength(12);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(timesOf(await paged(limit))).toEqual(times);
    },
  );

  it.each(casesOf(1, [3, 1, 4, 12]))('by %i loses and doubles none of one millisecond', async (limit) => {
    await alice.patch(id, { alert_to: 'alice@example.com' });
    for (const signal of ['/fail', '', '/fail', '', '/fail', '']) {
      await service.call('GET', `/in/${id}${signal}`);
    }
    await service.check();
    const all = await page();

    expect(all).toHaveLength(12);
    expect(new Set(timesOf(all)).size).toBe(1);
    expect(await paged(limit)).toEqual(all);
  });

  itThorough('shows what was there once, whatever is decided between the pages', async () => {
    for (const step of [miss, recover, test, miss, recover]) await step();
    const all = await page();

    const seen = await paged(2, async () => {
      service.clock.advance(0.001);
      await miss();
      await recover();
    });

    expect(seen).toEqual(all);
  });

  it('keeps to `before` where a cursor is sent beside it', async () => {
    for (const step of [miss, recover, miss]) {
      await step();
      service.clock.advance(72);
    }
    const all = await page();
    const { next_cursor: cursor } = (await list('?limit=1')).json;
    const before = (index: number) => `before=${encodeURIComponent(timesOf(all)[index] ?? '')}`;

    expect(await page(`?cursor=${cursor}&${before(1)}`)).toEqual(all.slice(2));
    expect(await page(`?cursor=${cursor}&${before(0)}`)).toEqual(all.slice(1));
  });

  itThorough('keeps those of one instant in the order of their ids', async () => {
    await service.fail(id);
    await recover();

    const ids = (await page()).map((alert) => String(alert['id']));
    expect(ids).toHaveLength(2);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect((await page()).map(({ kind }) => kind)).toEqual(['recovery', 'miss']);
  });

  it.each([
    ['limit=0', ['limit', '500', '"0"']],
    ['limit=501', ['limit', '500', '"501"']],
    ['limit=ten', ['limit', '"ten"']],
    ['limit=1.5', ['limit', '"1.5"']],
    ['before=yesterday', ['before', 'ISO 8601', 'yesterday']],
    ['before=2027-13-01T00%3A00%3A00Z', ['before', '2027-13-01']],
    ['cursor=', ['cursor', 'next_cursor']],
    ['cursor=tomorrow', ['cursor', 'next_cursor', '"tomorrow"']],
    ['cursor=W10', ['cursor', 'next_cursor', '"W10"']],
  ])('answers consulta_invalida to %s', async (query, names) => {
    expectRefusal(await list(`?${query}`), { status: 400, error: 'consulta_invalida', names });
  });

  it('takes no cursor of another monitor or list, and none that names no alert', async () => {
    for (const step of [miss, recover]) await step();
    const cursor = String((await list('?limit=1')).json['next_cursor']);
    const other = (await alice.createMonitor())['id'];
    const [mark, at] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify([mark, at, 'x'])).toString('base64url');
    const refused = { status: 400, error: 'consulta_invalida' } as const;

    for (const path of [`${other}/alerts`, `${id}/events`]) {
      expectRefusal(await alice.call('GET', `/api/endpoints/${path}?cursor=${cursor}`), {
        ...refused,
        names: ['cursor', 'next_cursor', cursor.slice(0, 20)],
      });
    }
    expectRefusal(await list(`?cursor=${forged}`), { ...refused, names: ['cursor', forged.slice(0, 20)] });
  });

  it('forgets alerts after 90 days', async () => {
    await miss();

    service.clock.advance(90 * 86_400);
    expect(await page()).toHaveLength(1);
    service.clock.advance(1);
    expect(await page()).toEqual([]);
  });
});
