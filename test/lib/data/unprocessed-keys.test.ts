import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getMonitors } from '../../../lib/data/monitors/monitors.ts';
import type { Table } from '../../../lib/data/table.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { tableBehind } from '../../support/table/table-behind.ts';
import { startTableProxy, type TableProxy, type TableRequest } from '../../support/table/table-proxy.ts';
import { itThorough } from '../../support/thorough.ts';

let alice: Person;
let proxy: TableProxy;
let table: Table;
let ids: string[];
/** How many keys the table reads of each batch. */
let atMost = Number.POSITIVE_INFINITY;
/** When each batch came. */
const batchesAtMs: number[] = [];

const service = shared(startTestService);
beforeAll(async () => {
  const { table: real, config } = service.core;
  proxy = await startTableProxy(config.standIns.dynamodb, (request) =>
    request.operation === 'BatchGetItem' ? readSome(real.name, request) : request.forward(),
  );
  table = tableBehind(service, proxy.url);
  real.client = table.client;
  alice = await service.guest();
  const made = await Promise.all(Array.from({ length: 8 }, () => alice.createMonitor()));
  ids = made.map((monitor) => String(monitor['id'])).sort();
});
afterEach(() => {
  atMost = Number.POSITIVE_INFINITY;
  batchesAtMs.length = 0;
});
afterAll(() => proxy[Symbol.asyncDispose]());

/** As a throttled table does it: some keys are read, the others handed back. */
async function readSome(name: string, { input, forward }: TableRequest) {
  batchesAtMs.push(performance.now());
  const asked = input['RequestItems'][name];
  const [read, left] = [asked.Keys.slice(0, atMost), asked.Keys.slice(atMost)];
  const none = { status: 200, body: { Responses: { [name]: [] } } };
  const answer =
    read.length === 0 ? none : await forward({ RequestItems: { [name]: { ...asked, Keys: read } } });
  const UnprocessedKeys = left.length === 0 ? {} : { [name]: { ...asked, Keys: left } };
  return { ...answer, body: { ...answer.body, UnprocessedKeys } };
}

it('monitors that the table leaves unread are asked for again, after a growing wait', async () => {
  atMost = 2;

  const found = await getMonitors(table, ids);

  expect(found.map((monitor) => monitor.id).sort()).toEqual(ids);
  const waits = batchesAtMs.slice(1).map((at, index) => at - (batchesAtMs[index] ?? 0));
  expect(waits).toHaveLength(3);
  for (const [index, leastMs] of [10, 20, 40].entries()) expect(waits[index]).toBeGreaterThanOrEqual(leastMs);
});

itThorough('a table that goes on leaving them is an error, not a shorter list', async () => {
  atMost = 0;

  await expect(getMonitors(table, ids)).rejects.toMatchObject({ name: 'TableThrottled' });

  expect(batchesAtMs.length).toBeLessThanOrEqual(10);
  const reply = await alice.call('GET', '/api/endpoints');
  expectRefusal(reply, { status: 503, error: 'indisponivel' });
});
