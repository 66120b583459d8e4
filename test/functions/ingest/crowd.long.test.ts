import { expect, it } from 'vitest';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);
const alice = shared(() => service.guest());

/** The kinds of all events of a monitor. */
async function kindsOf(id: string): Promise<string[]> {
  const kinds: string[] = [];
  let cursor = '';
  do {
    const { json } = await alice.call('GET', `/api/endpoints/${id}/events?limit=500${cursor}`);
    kinds.push(...json['events'].map(({ kind }: { kind: string }) => kind));
    cursor = json['next_cursor'] ? `&cursor=${json['next_cursor']}` : '';
  } while (cursor !== '');
  return kinds;
}

/** Sends signals at one instant; returns their statuses. */
async function crowd(id: string, signals: readonly string[]) {
  const statuses = await Promise.all(
    signals.map(async (signal) => (await service.call('POST', `/in/${id}${signal}`)).status),
  );
  return statuses;
}

const countsOf = (values: readonly unknown[]) =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, some]) => [value, some.length]));

/** None twice; on a slow machine the bound of events in a minute may meet some (decisions/053). */
function expectKept(kept: Record<string, number>, sent: Record<string, number>) {
  for (const [kind, count] of Object.entries(kept)) expect(count, kind).toBeLessThanOrEqual(sent[kind] ?? 0);
  const all = Object.values(kept).reduce((sum, count) => sum + count, 0);
  expect(all).toBeGreaterThanOrEqual(LIMITS.eventsPerMin);
}

// Four hundred take their seconds beside other tests.
const TEST_MAX_MS = 90_000;

it.each([200, 400])(
  '%i starts at one instant are all taken, none twice',
  async (count) => {
    const { id } = await alice.createMonitor();

    const statuses = await crowd(
      id,
      Array.from({ length: count }, (_, n) => `/start?rid=r${n}`),
    );

    expect(countsOf(statuses)).toEqual({ 200: count });
    expectKept(countsOf(await kindsOf(id)), { start: count });
  },
  TEST_MAX_MS,
);

it.each([200, 400])(
  '%i starts, pings and failures at one instant are all taken, none twice',
  async (count) => {
    const { id } = await alice.createMonitor();
    const mixed = ['/start', '', '/fail', '/start?rid=a', '/3'];

    const statuses = await crowd(
      id,
      Array.from({ length: count }, (_, n) => mixed[n % mixed.length] ?? ''),
    );

    const fifth = count / 5;
    expect(countsOf(statuses)).toEqual({ 200: count });
    expectKept(countsOf(await kindsOf(id)), { start: 2 * fifth, ping: fifth, fail: 2 * fifth });
  },
  TEST_MAX_MS,
);
