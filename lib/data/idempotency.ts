import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { conditionally, getItem, unlessRefused, putItem } from './items.ts';
import { answerPartKey, idempotencyKey } from './keys.ts';
import { always, recordKind } from './record.ts';
import { WriteConflict, type Item, type Table, type TransactItem } from './table.ts';

/** An item holds 400 kB; what is longer goes on in further items. */
const PART_BYTES = 350_000;

/** An idempotency key that an owner used for a call. Neither its text nor a secret is kept. */
export interface KeyUse {
  ownerId: string;
  /** The home of the owner at the time; null of a call of an earlier version. */
  spaceId: string | null;
  /** Of the text of the key. */
  keyHash: string;
  /** Hash of the request. */
  fingerprint: string;
  /** Tells this call from others with the same key. */
  claim: string;
  /** Until when the call may be under way; null when its answer is final. */
  leaseUntil: Instant | null;
  /** From then on the key is as good as new. */
  expiresAt: Instant;
  /** The first part of the answer; null while there is none. */
  answer: Uint8Array | null;
  /** How many further parts it has. */
  parts: number;
}

/** How the use of a key is stored. */
const keyUses = recordKind<KeyUse>({
  key: ({ ownerId, keyHash }) => idempotencyKey(ownerId, keyHash),
  inKey: {},
  ttl: ({ expiresAt }) => Math.ceil(expiresAt / 1000),
  fields: {
    ownerId: always,
    spaceId: null,
    keyHash: always,
    fingerprint: always,
    claim: always,
    leaseUntil: null,
    expiresAt: always,
    answer: null,
    parts: 0,
  },
});

/** Takes a key for a call, or returns the use that has it: one that has not expired, and is answered or under way. */
export async function leaseKey(table: Table, use: KeyUse, now: Instant): Promise<KeyUse | undefined> {
  const put = new PutCommand({
    TableName: table.name,
    Item: keyUses.toItem(use),
    ConditionExpression:
      'attribute_not_exists(pk) OR expiresAt <= :now OR (attribute_not_exists(answer) AND leaseUntil <= :now)',
    ExpressionAttributeValues: { ':now': now },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await conditionally(table.client.send(put));
    return undefined;
  } catch (error) {
    if (!(error instanceof WriteConflict) || !error.current) throw error;
    const holder = keyUses.fromItem(error.current);
    // An answer of ours was lost and its repeat refused: it is taken.
    return holder.claim === use.claim ? undefined : holder;
  }
}

/**
 * Keeps the answer of a call under its key, as part of the transaction of what it did; refused when the call lost the key
 * or has an answer already, so that nothing is done twice. With `leaseUntil` the call stays under way.
 */
export function answerItems(
  table: Table,
  use: KeyUse,
  answer: Uint8Array,
  leaseUntil: Instant | null = null,
): TransactItem[] {
  const [item = {}, ...parts] = itemsOf(use, answer, leaseUntil);
  return [
    { Put: { ...ours(table, use, 'attribute_not_exists(answer)'), Item: item } },
    ...parts.map((part) => ({ Put: { TableName: table.name, Item: part } })),
  ];
}

/** The same for what is done already. A key that was lost is another call's by now, and stays that. */
export async function keepAnswer(table: Table, use: KeyUse, answer: Uint8Array): Promise<void> {
  const [item = {}, ...parts] = itemsOf(use, answer, null);
  // The parts go first: a use that is answered has all of them.
  for (const part of parts) await putItem(table, part);
  await unlessRefused(table.client.send(new PutCommand({ ...ours(table, use), Item: item })));
}

/** Gives up the key of a call that did nothing. */
export async function freeKey(table: Table, use: KeyUse): Promise<void> {
  const Key = { ...idempotencyKey(use.ownerId, use.keyHash) };
  const remove = new DeleteCommand({ ...ours(table, use, 'attribute_not_exists(answer)'), Key });
  await unlessRefused(table.client.send(remove));
}

/** The whole answer of a use; undefined when it has none. */
export async function storedAnswerOf(table: Table, use: KeyUse): Promise<Uint8Array | undefined> {
  if (use.answer === null) return undefined;
  const rest = await Promise.all(
    Array.from({ length: use.parts }, (_, index) => getItem(table, answerPartKey(use, index))),
  );
  const parts = rest.flatMap((item) => (item ? [item['part'] as Uint8Array] : []));
  return parts.length === use.parts ? Buffer.concat([use.answer, ...parts]) : undefined;
}

/** Of a write that is refused once the key is another call's. */
function ours(table: Table, { claim }: KeyUse, besides?: string) {
  return {
    TableName: table.name,
    ConditionExpression: ['claim = :claim', ...(besides ? [besides] : [])].join(' AND '),
    ExpressionAttributeValues: { ':claim': claim },
  };
}

/** The item of a use with its answer, and those of its further parts. */
function itemsOf(use: KeyUse, answer: Uint8Array, leaseUntil: Instant | null): Item[] {
  const [first = answer, ...rest] = Array.from({ length: Math.ceil(answer.length / PART_BYTES) }, (_, at) =>
    answer.subarray(at * PART_BYTES, (at + 1) * PART_BYTES),
  );
  const ttl = Math.ceil(use.expiresAt / 1000);
  return [
    keyUses.toItem({ ...use, leaseUntil, answer: first, parts: rest.length }),
    ...rest.map((part, index) => ({ ...answerPartKey(use, index), part, ttl })),
  ];
}
