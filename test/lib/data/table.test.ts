import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeConflict, WriteConflict, transact, type Table } from '../../../lib/data/table.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

let table: Table;

const service = shared(startTestService);
beforeAll(() => void (table = service.core.table));

const thing = { pk: 'THING#1', sk: 'THING', rev: 7, runs: [{ rid: 'a', startedAt: 1 }], gone: null };
const put = () => ({
  TableName: table.name,
  Item: thing,
  ConditionExpression: 'attribute_not_exists(pk)',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

it('spares each call a copy for a log that nobody takes', () => {
  const steps = table.client.middlewareStack.identify();

  expect(steps.filter((step) => step.startsWith('deserializerMiddleware'))).not.toEqual([]);
  expect(steps.filter((step) => step.startsWith('loggerMiddleware'))).toEqual([]);
});

describe('writeConflict', () => {
  it('tells the item that was there, as plain values', async () => {
    await table.client.send(new PutCommand(put()));

    const error: unknown = await table.client.send(new PutCommand(put())).catch((reason: unknown) => reason);

    expect(writeConflict(error)?.current).toEqual(thing);
  });

  it('is nothing for an error of another kind', () => {
    expect(writeConflict(new Error('down'))).toBeUndefined();
    expect(writeConflict('down')).toBeUndefined();
  });
});

describe('transact', () => {
  it('says which writes were refused, and writes none', async () => {
    const fresh = { Put: { TableName: table.name, Item: { pk: 'THING#2', sk: 'THING' } } };
    const taken = { Put: { ...put(), ReturnValuesOnConditionCheckFailure: 'NONE' as const } };

    const error: unknown = await transact(table, [fresh, taken]).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(WriteConflict);
    expect((error as WriteConflict).refused).toEqual([false, true]);
    await expect(
      transact(table, [{ Put: { ...fresh.Put, ConditionExpression: 'attribute_not_exists(pk)' } }]),
    ).resolves.toBeUndefined();
  });
});
