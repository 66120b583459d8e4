import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALL_LIMITS } from '../../../lib/adapters/call-limits.ts';
import { WriteConflict, transact, type Table } from '../../../lib/data/table.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { tableBehind } from '../../support/table/table-behind.ts';
import { refusal, startTableProxy, type TableProxy } from '../../support/table/table-proxy.ts';

let alice: Person;
let proxy: TableProxy;
let table: Table;
/** Which operations meet somebody else's transaction, and how many more times each does. */
const conflicts = new Map<string, number>();

const service = shared(startTestService);
beforeAll(async () => {
  const { table: real, config } = service.core;
  proxy = await startTableProxy(config.standIns.dynamodb, async ({ operation, forward }) => {
    const left = conflicts.get(operation) ?? 0;
    conflicts.set(operation, left - 1);
    return left > 0 ? refusal('TransactionConflictException') : forward();
  });
  table = tableBehind(service, proxy.url, CALL_LIMITS.ping);
  real.client = table.client;
  alice = await service.guest();
});
afterEach(() => conflicts.clear());
afterAll(() => proxy[Symbol.asyncDispose]());

describe('a plain write that meets a transaction', () => {
  const Key = { pk: 'THING#1', sk: 'THING' };

  it.each([
    ['PutItem', () => new PutCommand({ TableName: table.name, Item: Key })],
    [
      'UpdateItem',
      () =>
        new UpdateCommand({
          TableName: table.name,
          Key,
          UpdateExpression: 'SET a = :a',
          ExpressionAttributeValues: { ':a': 1 },
        }),
    ],
    ['DeleteItem', () => new DeleteCommand({ TableName: table.name, Key })],
  ] as const)('is repeated: %s', async (operation, command) => {
    conflicts.set(operation, 5);

    await table.client.send(command() as PutCommand);

    expect(conflicts.get(operation)).toBe(-1);
  });

  it('delays a ping and loses nothing of it', async () => {
    const { id } = await alice.createMonitor();
    await service.ping(id);
    service.clock.advance(60);
    conflicts.set('UpdateItem', 3).set('PutItem', 3);

    const { status } = await service.ping(id);

    expect(status).toBe(200);
    expect(await alice.events(id)).toHaveLength(2);
    expect((await alice.read(id))['last_event_at']).toBe('2027-03-01T12:01:00.000Z');
  });

  it('is 503 when the conflict does not end', async () => {
    const { id } = await alice.createMonitor();
    conflicts.set('PutItem', 1_000);
    const startedAtMs = performance.now();

    const reply = await service.ping(id);

    expectRefusal(reply, { status: 503, error: 'indisponivel' });
    expect(performance.now() - startedAtMs).toBeLessThan(CALL_LIMITS.ping.totalMs);
  });
});

it('a transaction that meets another is lost, as its caller decides anew', async () => {
  const { standIns: endpoints } = service.core.config;
  await using busy = await startTableProxy(endpoints.dynamodb, async () => ({
    ...refusal('TransactionCanceledException'),
    body: {
      ...refusal('TransactionCanceledException').body,
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    },
  }));
  const busyTable = tableBehind(service, busy.url);

  const written = transact(busyTable, [
    { Put: { TableName: table.name, Item: { pk: 'THING#2', sk: 'THING' } } },
  ]);

  await expect(written).rejects.toThrow(WriteConflict);
  await expect(written).rejects.toMatchObject({ refused: [false] });
});

describe('a transaction that is throttled', () => {
  const cancelled = (codes: string[]) => ({
    ...refusal('TransactionCanceledException'),
    body: {
      ...refusal('TransactionCanceledException').body,
      CancellationReasons: codes.map((Code) => ({ Code })),
    },
  });

  /** The table cancels so many transactions for these reasons; returns how many reached it. */
  async function written(times: number, codes: string[], pk: string): Promise<number> {
    let met = 0;
    await using busy = await startTableProxy(service.core.config.standIns.dynamodb, async ({ forward }) => {
      met += 1;
      return met > times ? forward() : cancelled(codes);
    });
    const busyTable = tableBehind(service, busy.url);
    await transact(busyTable, [{ Put: { TableName: table.name, Item: { pk, sk: 'THING' } } }]);
    return met;
  }

  it.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])('is repeated: %s', async (code) => {
    expect(await written(2, ['None', code], `THING#${code}`)).toBe(3);
  });

  it('is not repeated when a condition did not hold either', async () => {
    const lost = written(1, ['ConditionalCheckFailed', 'ThrottlingError'], 'THING#3');

    await expect(lost).rejects.toMatchObject({ refused: [true, false] });
  });
});
