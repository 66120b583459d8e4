import { expect, it } from 'vitest';
import {
  creditEntryId,
  creditItems,
  creditOfToken,
  listCreditEntries,
} from '../../../../lib/data/billing/credits.ts';
import { transact, WriteConflict } from '../../../../lib/data/table.ts';
import { debited, toppedUp, type Credit, type CreditMove } from '../../../../lib/domain/billing/credit.ts';
import { creditOf, newCredit, spend } from '../../../support/money/credit.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const A_MONITOR = { sku: 'extra_endpoint', micros: 100_000 } as const;

it('a credit moves only from where it was seen', async () => {
  const { table } = service.core;
  const { hash } = await newCredit(table, 200_000);
  const seen = await creditOf(table, hash);
  // A moment later, so that their entries have keys of their own.
  const move = debited(seen, [A_MONITOR], START_AT + 1);
  await spend(table, hash, [A_MONITOR]);

  const late = transact(table, creditItems(table, seen, move as CreditMove));

  await expect(late).rejects.toThrow(WriteConflict);
  expect(await creditOf(table, hash)).toMatchObject({
    balanceMicros: 100_000,
    spentMicros: 100_000,
    entries: 2,
  });
  await expect(transact(table, creditItems(table, undefined, toppedUp(seen, 1, START_AT)))).rejects.toThrow(
    WriteConflict,
  );
});

it('the table refuses to go below zero, whatever a movement was decided from', async () => {
  const { table } = service.core;
  const { hash } = await newCredit(table, 50_000);
  const seen = await creditOf(table, hash);
  const misread = debited({ ...seen, balanceMicros: 150_000 }, [A_MONITOR], START_AT) as CreditMove;

  const write = transact(table, creditItems(table, { ...seen, balanceMicros: 150_000 }, misread));

  await expect(write).rejects.toThrow(WriteConflict);
  expect(await creditOf(table, hash)).toEqual(seen);
});

it('what does not suffice pays nothing', async () => {
  const { table } = service.core;
  const seen = await creditOf(table, (await newCredit(table, 199_999)).hash);

  expect(debited(seen, [A_MONITOR, A_MONITOR], START_AT)).toBeUndefined();
  expect(debited(seen, [A_MONITOR], START_AT)?.after.balanceMicros).toBe(99_999);
});

it('a ledger ends where its credit was read, and goes back in time', async () => {
  const { table } = service.core;
  const { token, hash } = await newCredit(table, 500_000);
  const read = (await creditOfToken(table, token)) as Credit;
  await spend(table, hash, [A_MONITOR], START_AT + 5);
  // By a clock that is behind.
  await spend(table, hash, [A_MONITOR], START_AT);
  const now = await creditOf(table, hash);
  const numbers = async (of: Credit, part: { limit: number; before: number; olderThan?: string }) =>
    (await listCreditEntries(table, of, part)).map(({ number }) => number);
  const later = START_AT + 10;

  expect(await numbers(read, { limit: 10, before: later })).toEqual([1]);
  expect(await numbers(now, { limit: 10, before: later })).toEqual([3, 2, 1]);
  expect(await numbers(now, { limit: 2, before: later })).toEqual([3, 2]);
  expect(await numbers(now, { limit: 10, before: START_AT + 5 })).toEqual([1]);
  expect(await numbers(now, { limit: 10, before: START_AT })).toEqual([]);
  const olderThan = creditEntryId({ at: START_AT + 5, number: 3 });
  expect(await numbers(now, { limit: 10, before: later, olderThan })).toEqual([2, 1]);
  expect(now.movedAt).toBe(START_AT + 5);
});
