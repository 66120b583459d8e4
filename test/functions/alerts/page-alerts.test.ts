import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { expectRefusal } from '../../support/refused.ts';
import { startTestService, type Person, type Reply, type TestService } from '../../support/service.ts';

let service: TestService;
let alice: Person;
let receiver: Receiver;
let id: string;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  alice = await service.guest();
  receiver = await startReceiver();
  id = (await alice.createMonitor({ interval_sec: 86_400, alert_url: receiver.url }))['id'];
  await toNextSlot();
});
afterEach(async () => {
  await alice.call('DELETE', `/api/endpoints/${id}`);
  await receiver[Symbol.asyncDispose]();
});

const list = (query = '') => alice.call('GET', `/api/endpoints/${id}/alerts${query}`);
const page = async (query = ''): Promise<Reply['json'][]> => (await list(query)).json['alerts'];
const timesOf = (alerts: Reply['json'][]) => alerts.map(({ created_at }) => String(created_at));

/** Test alerts share the seconds from one full ten to the next. */
async function toNextSlot(): Promise<void> {
  service.clock.advance(10 - ((service.clock.now() / 1000) % 10));
}

async function miss(): Promise<void> {
  await service.call('GET', `/in/${id}/fail`);
  await service.check();
}

async function recover(): Promise<void> {
  await service.call('GET', `/in/${id}`);
  await service.check();
}

async function test(): Promise<void> {
  expect((await alice.call('POST', `/api/endpoints/${id}/test-alert`)).status).toBe(200);
}

/** Everything, by pages of a size: each asks for what is before the last one shown. */
async function paged(limit: number): Promise<Reply['json'][]> {
  const all: Reply['json'][] = [];
  let query = `?limit=${limit}`;
  for (;;) {
    const alerts = await page(query);
    if (alerts.length === 0) return all;
    expect(alerts.length).toBeLessThanOrEqual(limit);
    all.push(...alerts);
    expect(all.length).toBeLessThan(100);
    query = `?limit=${limit}&before=${encodeURIComponent(timesOf(alerts).at(-1) ?? '')}`;
  }
}

describe('listAlerts, page by page', () => {
  it('returns as many as asked for, before an instant that is not included', async () => {
    for (const step of [miss, recover, miss, recover]) {
      await step();
      service.clock.advance(60);
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

  it.each([1, 2, 3, 4])(
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

  it('keeps those of one instant in the order of their ids', async () => {
    await service.call('GET', `/in/${id}/fail`);
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
  ])('answers consulta_invalida to %s', async (query, names) => {
    expectRefusal(await list(`?${query}`), { status: 400, error: 'consulta_invalida', names });
  });

  it('forgets alerts after 90 days', async () => {
    await miss();

    service.clock.advance(90 * 86_400);
    expect(await page()).toHaveLength(1);
    service.clock.advance(1);
    expect(await page()).toEqual([]);
  });
});
