import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readDayCounts } from '../../../../lib/data/statistics/day-counts.ts';
import type { Table } from '../../../../lib/data/table.ts';
import { callCounts } from '../../../../lib/runtime/report/call-counts.ts';
import type { LogCode } from '../../../../lib/runtime/report/log.ts';
import {
  refusal,
  startTableProxy,
  type TableAnswer,
  type TableProxy,
} from '../../../support/table/table-proxy.ts';
import { tableBehind } from '../../../support/table/table-behind.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

/** In milliseconds; by the wait the table has answered, or never will. */
const TIMES = { rest: 100, longRest: 300, wait: 1_000 };

let proxy: TableProxy;
/** The table as the instance sees it; null answers never. */
let table: Table;
let answer: (() => TableAnswer) | 'hangs' | undefined;
let writes: Record<string, unknown>[] = [];
const logged: LogCode[] = [];

const service = shared(startTestService);
beforeAll(async () => {
  const { config } = service.core;
  proxy = await startTableProxy(config.standIns.dynamodb, ({ operation, input, forward }) => {
    if (operation === 'UpdateItem') writes.push(input['ExpressionAttributeValues']);
    if (answer === 'hangs') return new Promise(() => {});
    return answer ? Promise.resolve(answer()) : forward();
  });
  const limits = { attemptMs: 900, totalMs: 900 };
  table = tableBehind(service, proxy.url, limits);
});
afterAll(() => proxy[Symbol.asyncDispose]());
/** Each test has a day of its own. */
let day = Date.UTC(2027, 3, 1);
beforeEach(() => {
  day += 86_400_000;
  answer = undefined;
  writes = [];
  logged.length = 0;
});

const instance = (times = TIMES) => {
  const log = { warn: (code: LogCode) => void logged.push(code), error: () => {} };
  const clock = { now: () => day };
  return callCounts({ table, clock, log }, 'api', times);
};
const browser = {
  headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' },
};
const program = { headers: {} };
const tool = { headers: {}, via: 'mcp' } as const;
const dayName = () => new Date(day).toISOString().slice(0, 10);
const counts = async () => (await readDayCounts(service.core.table, dayName(), dayName()))[0]?.counts;

it('the first call is counted at once, and those of the next second together', async () => {
  const note = instance();

  await note(browser);
  expect(await counts()).toEqual({ calls_person: 1, calls_at_api: 1 });

  expect([note(program), note(tool), note(tool)]).toEqual([undefined, undefined, undefined]);
  await vi.waitFor(() => expect(writes).toHaveLength(2), { timeout: 5_000, interval: 20 });
  await vi.waitFor(
    async () =>
    expect(await counts()).toEqual({
      calls_person: 1, calls_machine: 1, calls_agent: 2, calls_at_api: 2, calls_at_mcp: 2,
    }), // prettier-ignore
    { timeout: 5_000 },
  );
});

it('a table that hangs holds a call back for a moment, once, and fails none', async () => {
  answer = 'hangs';
  const note = instance({ ...TIMES, wait: 50 });

  const first = note(browser);
  const others = [note(browser), note(program)];
  // Its table answers never.
  await expect(first).resolves.toBeUndefined();
  expect(others).toEqual([undefined, undefined]);
  await vi.waitFor(() => expect(logged).toEqual(['calls_not_counted']), { timeout: 5_000 });
});

it('what is throttled is counted later, what failed otherwise is not counted twice', async () => {
  answer = () => refusal('ThrottlingException');
  const note = instance();
  await note(browser);
  await vi.waitFor(() => expect(logged).toEqual(['calls_not_counted']), { timeout: 5_000 });
  answer = undefined;
  await vi.waitFor(async () => expect(await counts()).toEqual({ calls_person: 1, calls_at_api: 1 }), {
    timeout: 5_000,
  });

  answer = () => refusal('ResourceNotFoundException');
  const failing = instance();
  await failing(program);
  await vi.waitFor(() => expect(logged).toHaveLength(2), { timeout: 5_000 });
  answer = undefined;
  failing(tool);
  await vi.waitFor(async () => expect(await counts()).toHaveProperty('calls_agent', 1), { timeout: 5_000 });

  expect(await counts()).not.toHaveProperty('calls_machine');
});

it('calls after midnight are of the new day', async () => {
  const note = instance();
  await note(browser);
  note(browser);
  day += 86_400_000;
  note(program);
  await vi.waitFor(() => expect(writes).toHaveLength(3), { timeout: 5_000, interval: 20 });

  await vi.waitFor(async () => expect(await counts()).toEqual({ calls_machine: 1, calls_at_api: 1 }), {
    timeout: 5_000,
  });
});
