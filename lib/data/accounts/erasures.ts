import type { Instant } from '../../domain/instant.ts';
import { deleteItem, changeItem, newItem, unlessRefused } from '../items.ts';
import { erasureKey } from '../keys.ts';
import { queryPages } from '../query-pages.ts';
import { always, recordKind } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** That an owner is gone, and what is needed to find all that belonged to it. */
export interface Erasure {
  ownerId: string;
  spaces: readonly string[];
  startedAt: Instant;
  /** When nothing was left for the first time; what was under way then may have written since. */
  sweptAt: Instant | null;
  /** Of an account: who it is at its issuer, the hash of its address and the organizations it was in. */
  account: { person: Person; addressHash: string; organizations: readonly string[] } | null;
  /** Of an organization: the accounts whose lists name it. */
  members: readonly string[];
}

type Person = { issuer: string; subject: string };

/** How an erasure is stored; it ends with what it erases. */
const erasures = recordKind<Erasure, 'ownerId'>({
  key: ({ ownerId }) => erasureKey(ownerId),
  inKey: { ownerId: ({ sk }) => sk },
  fields: { spaces: always, startedAt: always, sweptAt: null, account: null, members: always },
});

/** Has what belonged to an owner erased, as part of the transaction that removes the owner. */
export function erasureItem(table: Table, erasure: Erasure): TransactItem {
  return newItem(table, erasures.toItem(erasure));
}

/** Everything that is to be erased, a page at a time. */
export async function* openErasures(table: Table): AsyncGenerator<Erasure[]> {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': erasureKey('').pk },
  });
  for await (const page of pages) yield page.map((item) => erasures.fromItem(item));
}

/** Notes that nothing was left; another run may have noted it. */
export async function noteSwept(table: Table, { ownerId }: Erasure, now: Instant): Promise<void> {
  await unlessRefused(
    changeItem(table, erasureKey(ownerId), {
      UpdateExpression: 'SET sweptAt = :now',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(sweptAt)',
      ExpressionAttributeValues: { ':now': now },
    }),
  );
}

/** Ends an erasure; one that has ended stays so. */
export async function endErasure(table: Table, { ownerId }: Erasure): Promise<void> {
  await deleteItem(table, erasureKey(ownerId));
}
