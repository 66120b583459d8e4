import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import {
  answerItems,
  storedAnswerOf,
  leaseKey,
  freeKey,
  keepAnswer,
  type KeyUse,
} from '../../../lib/data/idempotency.ts';
import { transact, WriteConflict, type Table } from '../../../lib/data/table.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { casesOf } from '../../support/thorough.ts';

let table: Table;
const service = shared(startTestService);
beforeAll(() => void ({ table } = service.core));

const use = (keyHash: string, claim = 'first'): KeyUse => ({
  ownerId: 'alice',
  spaceId: 'home',
  keyHash,
  fingerprint: 'f',
  claim,
  leaseUntil: START_AT + 1_000,
  expiresAt: START_AT + 5_000,
  answer: null,
  parts: 0,
});

/** What a second call with the key meets. */
const met = (keyHash: string, now = START_AT + 1) => leaseKey(table, use(keyHash, 'second'), now);

it.each(
  casesOf<[string, (use: KeyUse, answer: Uint8Array) => Promise<unknown>]>(1, [
    [
      'in the transaction of the action',
      (u: KeyUse, a: Uint8Array) => transact(table, answerItems(table, u, a)),
    ],
    ['after it', (u: KeyUse, a: Uint8Array) => keepAnswer(table, u, a)],
  ]),
)('keeps an answer of three megabytes that cannot be compressed, %s', async (what, keep) => {
  const answer = randomBytes(3_000_000);
  const first = use(`large ${what}`);
  await leaseKey(table, first, START_AT);

  await keep(first, answer);

  const holder = await met(first.keyHash);
  expect(holder).toMatchObject({ claim: 'first', leaseUntil: null, parts: 8 });
  const read = holder && (await storedAnswerOf(table, holder));
  expect(read && Buffer.compare(Buffer.from(read), answer)).toBe(0);
});

it('an action whose key was lost writes nothing', async () => {
  await leaseKey(table, use('lost'), START_AT);
  expect(await met('lost', START_AT + 1_000)).toBeUndefined();

  const late = transact(table, answerItems(table, use('lost'), Buffer.from('late')));

  await expect(late).rejects.toThrow(WriteConflict);
  expect(await met('lost', START_AT + 1_001)).toBeUndefined();
});

it('an action that was answered is not written again, nor is its key given up', async () => {
  const first = use('answered');
  await leaseKey(table, first, START_AT);
  await transact(table, answerItems(table, first, Buffer.from('done')));

  await expect(transact(table, answerItems(table, first, Buffer.from('again')))).rejects.toThrow(
    WriteConflict,
  );
  await freeKey(table, first);

  const holder = await met('answered');
  expect(holder && Buffer.from((await storedAnswerOf(table, holder)) ?? []).toString()).toBe('done');
});

it('a provisional answer leaves the call under way, and is the answer once it cannot be', async () => {
  const first = use('provisional');
  await leaseKey(table, first, START_AT);
  await transact(table, answerItems(table, first, Buffer.from('begun'), first.leaseUntil));

  expect(await met('provisional')).toMatchObject({ leaseUntil: START_AT + 1_000 });
  expect(await met('provisional', START_AT + 2_000)).toMatchObject({ claim: 'first' });
  expect(await met('provisional', START_AT + 5_000)).toBeUndefined();
});

it('a claim whose answer was lost and repeated is ours', async () => {
  await leaseKey(table, use('repeated'), START_AT);

  expect(await leaseKey(table, use('repeated'), START_AT)).toBeUndefined();
});
