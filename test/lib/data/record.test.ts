import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { duePartition } from '../../../lib/data/due-index.ts';
import { always, optional, recordKind, sparse, ttlAfter } from '../../../lib/data/record.ts';

interface Thing {
  id: string;
  name: string;
  nickname?: string;
  endedAt: number | null;
  tries: number;
  isLoud: boolean;
  seenAt: number;
  dueAt: number | null;
}

const key = ({ id }: Pick<Thing, 'id'>) => ({ pk: `THING#${id}`, sk: 'THING' });
const inKey = { id: ({ pk }: { pk: string }) => pk.slice('THING#'.length) };
const fields = {
  name: always,
  nickname: optional,
  endedAt: null,
  tries: 0,
  isLoud: sparse(false),
  seenAt: ({ madeAt }: Record<string, unknown>) => Number(madeAt),
  dueAt: null,
} as const;
const things = recordKind<Thing, 'id'>({
  key,
  inKey,
  fields,
  besides: ['claimedUntil', 'madeAt'],
  ttl: ({ endedAt }) => (endedAt === null ? null : ttlAfter(endedAt, 1)),
});

/** Of a table with few shards an item falls in one of those. */
const table = { dueShards: 3 };

const quiet: Thing = { id: 'a', name: 'n', endedAt: null, tries: 0, isLoud: false, seenAt: 3, dueAt: null };

describe('an item', () => {
  it('has neither what is null nor what is sparse, nor what its key tells', () => {
    expect(things.toItem(quiet, table)).toEqual({
      pk: 'THING#a',
      sk: 'THING',
      name: 'n',
      tries: 0,
      seenAt: 3,
    });
  });

  it('has the rest, its place in the index and its end', () => {
    const loud = { ...quiet, nickname: 'm', endedAt: 1_001, isLoud: true, dueAt: 5 };

    expect(things.toItem(loud, table)).toEqual({
      pk: 'THING#a',
      sk: 'THING',
      name: 'n',
      nickname: 'm',
      tries: 0,
      seenAt: 3,
      endedAt: 1_001,
      isLoud: true,
      dueAt: 5,
      duePk: duePartition(table, 'THING#a'),
      ttl: 2 + 86_400,
    });
  });
});

it('that is due is not written without a table, in which it could not be found', () => {
  const toItem = things.toItem as (value: Thing) => object;

  expect(() => toItem({ ...quiet, dueAt: 5 })).toThrow(TypeError);
});

describe('a value', () => {
  it('lacks nothing of an item that was stored before its fields were thought of', () => {
    const read = things.fromItem({ pk: 'THING#a', sk: 'THING', name: 'n', madeAt: 4 });

    expect(read).toEqual({ ...quiet, seenAt: 4 });
    expect(Object.values(read)).not.toContain(undefined);
  });

  it('has nothing that is the table’s alone', () => {
    const item = { ...things.toItem({ ...quiet, endedAt: 1, dueAt: 2 }, table), claimedUntil: 3 };

    expect(things.fromItem(item)).toEqual({ ...quiet, endedAt: 1, dueAt: 2 });
  });

  it('carries a field of a newer version on, so that replacing the item loses nothing', () => {
    const newer = { ...things.toItem(quiet, table), colour: 'red' };

    expect(things.toItem(things.fromItem(newer), table)).toEqual(newer);
  });

  it('has its fields in one order, in whatever order the table sends them', () => {
    const item = things.toItem({ ...quiet, endedAt: 1, dueAt: 2 }, table);
    const turned = Object.fromEntries(Object.entries(item).toReversed());

    expect(Object.keys(things.fromItem(turned))).toEqual(Object.keys(things.fromItem(item)));
  });

  it('is the same when it is read from the wire', () => {
    const item = {
      ...things.toItem({ ...quiet, dueAt: 2 }, table),
      colour: 'red',
      madeAt: 4,
      many: [1, [{ a: true }]],
    };

    expect(things.fromWire(marshall(item))).toEqual(things.fromItem(item));
  });

  it('does not take an empty text, zero or false for absent', () => {
    const item = { ...things.toItem(quiet, table), name: '', endedAt: 0, tries: 0 };

    expect(things.fromItem(item)).toMatchObject({ name: '', endedAt: 0, tries: 0 });
  });
});

/** Each of these compiles only because it is marked as wrong: `tsc` fails when one becomes right. */
it('a kind that does not declare all of its type does not compile', () => {
  const { endedAt: _endedAt, ...withoutNullable } = fields;
  const { tries: _tries, ...withoutNumber } = fields;

  // @ts-expect-error A nullable field must say what stands for it.
  recordKind<Thing, 'id'>({ key, inKey, fields: withoutNullable });
  // @ts-expect-error So must any other.
  recordKind<Thing, 'id'>({ key, inKey, fields: withoutNumber });
  // @ts-expect-error A nullable field is not always stored.
  recordKind<Thing, 'id'>({ key, inKey, fields: { ...fields, endedAt: always } });
  // @ts-expect-error What stands for a field is of its type.
  recordKind<Thing, 'id'>({ key, inKey, fields: { ...fields, tries: 'none' } });
  // @ts-expect-error A field that the key holds is read from it.
  recordKind<Thing, 'id'>({ key, inKey: {}, fields });

  expect(Object.keys(fields)).toHaveLength(7);
});
