import { hasChecksum } from '../../adapters/accounts/checksummed-token.ts';
import { hashOf } from '../../adapters/ids.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Credit, CreditEntry, CreditMove } from '../../domain/billing/credit.ts';
import { getItem, newItem } from '../items.ts';
import { credentialHashOf } from '../key-parts.ts';
import { CREDIT_ENTRY_PREFIX, creditEntryKey, creditKey, eventIdOf } from '../keys.ts';
import { readNewest } from '../query-pages.ts';
import { always, recordKind } from '../record.ts';
import type { Table, TransactItem } from '../table.ts';

/** How a credit is stored: by its token's hash alone, since it is its bearer's. */
const credits = recordKind<Credit, 'hash'>({
  key: ({ hash }) => creditKey(hash),
  inKey: { hash: credentialHashOf },
  fields: {
    network: always,
    balanceMicros: always,
    boughtMicros: always,
    spentMicros: always,
    entries: always,
    createdAt: always,
    movedAt: always,
  },
});

/** How an entry of its ledger is stored: beside it, in order. */
const entries = recordKind<CreditEntry, 'hash'>({
  key: (entry) => creditEntryKey(entry.hash, creditEntryId(entry)),
  inKey: { hash: credentialHashOf },
  fields: { number: always, at: always, kind: always, items: always, micros: always, balanceMicros: always },
});

/** By which an entry is known in its ledger: sorts by time, then by number. */
export function creditEntryId({ at, number }: Pick<CreditEntry, 'at' | 'number'>): string {
  return eventIdOf(at, String(number).padStart(10, '0'));
}

/** A credit as it is now, or undefined. */
export async function getCredit(table: Table, hash: string): Promise<Credit | undefined> {
  const item = await getItem(table, creditKey(hash));
  return item && credits.fromItem(item);
}

/** The credit of a token, undefined for one that nobody was given. A mistyped one is read for nothing. */
export async function creditOfToken(table: Table, token: string): Promise<Credit | undefined> {
  return hasChecksum(token) ? getCredit(table, hashOf(token)) : undefined;
}

/**
 * A movement with its entry, as part of the transaction of what it is for; without a `before` it makes the credit. Refused
 * when the credit moved otherwise meanwhile, and never below zero, whatever it was decided from.
 */
export function creditItems(
  table: Table,
  before: Credit | undefined,
  { after, entry }: CreditMove,
): TransactItem[] {
  const written = newItem(table, entries.toItem(entry));
  return [before ? moveItem(table, before, after) : newItem(table, credits.toItem(after)), written];
}

function moveItem(table: Table, before: Credit, after: Credit): TransactItem {
  const by = after.balanceMicros - before.balanceMicros;
  return {
    Update: {
      TableName: table.name,
      Key: { ...creditKey(before.hash) },
      UpdateExpression:
        'SET entries = :entries, movedAt = :at ADD balanceMicros :by, boughtMicros :bought, spentMicros :spent',
      ConditionExpression: 'entries = :seen AND balanceMicros >= :price',
      ExpressionAttributeValues: {
        ':entries': after.entries,
        ':at': after.movedAt,
        ':seen': before.entries,
        ':by': by,
        ':price': Math.max(0, -by),
        ':bought': after.boughtMicros - before.boughtMicros,
        ':spent': after.spentMicros - before.spentMicros,
      },
    },
  };
}

/**
 * The entries of a credit up to its last one as it was read, newest first: those before an instant; with `olderThan` those
 * behind that one.
 */
export async function listCreditEntries(
  table: Table,
  { hash, entries: number, movedAt: at }: Credit,
  { limit, before, olderThan }: { limit: number; before: Instant; olderThan?: string },
): Promise<CreditEntry[]> {
  const [newest = ''] = [creditEntryId({ at, number }), eventIdOf(before, '')].sort();
  const isBehind = olderThan !== undefined && olderThan <= newest;
  const items = await readNewest(table, limit, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': creditKey(hash).pk,
      ':from': CREDIT_ENTRY_PREFIX,
      ':to': `${CREDIT_ENTRY_PREFIX}${newest}`,
    },
    ConsistentRead: true,
    ...(isBehind && { ExclusiveStartKey: { ...creditEntryKey(hash, olderThan) } }),
  });
  return items.map((item) => entries.fromItem(item));
}
