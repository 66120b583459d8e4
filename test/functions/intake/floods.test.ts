import { beforeAll, expect, it } from 'vitest';
import { intakeHandler } from '../../../functions/intake/intake.ts';
import { newSymbol } from '../../../lib/adapters/symbols.ts';
import { LambdaContext } from '../../../lib/local/lambda-context.ts';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { requestEvent } from '../../support/faults/fault-event.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { newMachine, READING } from '../../support/machines/machine.ts';

let calls: TableCall[];

const service = shared(startTestService);
beforeAll(() => void (calls = watchCapacity(service)));

/** A thousand calls of one instance at once. */
async function statusesOf(symbols: readonly string[], body: string): Promise<Record<string, number>> {
  const handle = intakeHandler({ ...service.core, secret: async () => SECRET });
  calls.length = 0;
  const replies = await Promise.all(
    symbols.map((symbol) =>
      handle(requestEvent('POST', `/r/${symbol}`, { body }), new LambdaContext('intake')),
    ),
  );
  const byStatus = Map.groupBy(replies, ({ statusCode }) => String(statusCode));
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length]));
}

const SECRET = 'the secret of this test';

it('a thousand symbols that we did not write cost no read', async () => {
  const forged = Array.from({ length: 1_000 }, () => newSymbol('another secret'));

  expect(await statusesOf(forged, READING)).toEqual({ 401: 1_000 });
  expect(calls).toEqual([]);
});

it('a thousand pushes by one symbol in a second cost one write', async () => {
  const symbol = newSymbol(SECRET);
  await newMachine(service, ['loadavg', 'memoria'], { symbol });

  expect(
    await statusesOf(
      Array.from({ length: 1_000 }, () => symbol),
      READING,
    ),
  ).toEqual({ 200: 1, 429: 999 });
  expect(calls.map(({ command }) => command).sort()).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
});

it('a thousand pushes by a symbol of ours that is gone cost two reads', async () => {
  const handled = await statusesOf(
    Array.from({ length: 1_000 }, () => gone),
    READING,
  );

  expect(Object.keys(handled).filter((status) => status !== '401' && status !== '429')).toEqual([]);
  expect(calls.map(({ command }) => command)).toEqual(['GetItem', 'GetItem']);
});

const gone = newSymbol(SECRET);
