import { afterAll, beforeAll, expect, it } from 'vitest';
import { putEvent, type MonitorEvent } from '../../../../lib/data/monitors/events.ts';
import { listEvents } from '../../../../lib/data/monitors/history.ts';
import { eventIdOf } from '../../../../lib/data/keys.ts';
import type { Table } from '../../../../lib/data/table.ts';
import { tableBehind } from '../../../support/table/table-behind.ts';
import { startTableProxy, type TableProxy } from '../../../support/table/table-proxy.ts';
import { startTestService, START_AT } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const DAY_MS = 86_400_000;
const MONITOR = 'some-monitor';

let proxy: TableProxy;
/** The table, answering two items a query: it may end a page wherever it likes. */
let table: Table;
let queries = 0;

const service = shared(startTestService);
beforeAll(async () => {
  const { standIns: endpoints } = service.core.config;
  proxy = await startTableProxy(endpoints.dynamodb, ({ operation, input, forward }) => {
    if (operation !== 'Query') return forward();
    queries += 1;
    return forward({ ...input, Limit: Math.min(2, Number(input['Limit'])) });
  });
  table = tableBehind(service, proxy.url);
  for (let index = 0; index < 7; index++) await putEvent(table, MONITOR, event(START_AT + index));
});
afterAll(() => proxy[Symbol.asyncDispose]());

function event(at: number): MonitorEvent {
  const absent = { rid: null, durationMs: null, exitCode: null, status: null, latencyMs: null };
  return { ...absent, id: eventIdOf(at, 'tail'), at, kind: 'ping', source: 'get', hasOutput: false };
}

const timesOf = async (options: Parameters<typeof listEvents>[2]) =>
  (await listEvents(table, { id: MONITOR, recent: [] }, options)).map(({ at }) => at - START_AT);

it('events come as many as asked for although the table ends its pages early', async () => {
  const before = START_AT + 100;

  expect(await timesOf({ limit: 5, before, now: before })).toEqual([6, 5, 4, 3, 2]);
  expect(await timesOf({ limit: 100, before, now: before })).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

it('events past their 90 days are left out, to the millisecond', async () => {
  const now = START_AT + 3 + 90 * DAY_MS;

  expect(await timesOf({ limit: 100, before: now, now })).toEqual([6, 5, 4, 3]);
});

it('before the oldest that is kept nothing is asked: the table refuses a range that ends before it begins', async () => {
  const now = START_AT + 200 * DAY_MS;
  const asked = queries;

  expect(await timesOf({ limit: 100, before: START_AT, now })).toEqual([]);
  expect(await timesOf({ limit: 100, before: now - 90 * DAY_MS, now })).toEqual([]);
  expect(queries).toBe(asked);
});
