import { newToken } from '../../adapters/ids.ts';
import { dayAfter, dayStart } from '../../domain/calendar.ts';
import { LIMITS } from '../../domain/limits.ts';
import { changeItem, getItem, putOwn, unlessRefused, deleteItem } from '../items.ts';
import { visitorSaltKey, visitorsKey } from './statistics-keys.ts';
import type { Table } from '../table.ts';

/**
 * The salt of a day, made by whoever asks first. Whoever makes it takes away the one before, so that from then on nobody
 * can tell who the hashes of that day were; where nobody comes the table does.
 */
export async function saltOfDay(table: Table, day: string): Promise<string> {
  const kept = await keptSalt(table, day);
  if (kept !== undefined) return kept;
  // First, so that where a run ends in between the next one does it: who finds a salt takes none away.
  const before = visitorSaltKey(dayAfter(day, -1));
  await deleteItem(table, before);
  await putOwn(table, { ...visitorSaltKey(day), salt: newToken(''), ttl: endOf(day) });
  const salt = await keptSalt(table, day);
  if (salt === undefined) throw new Error('The salt of a day was taken away while it was asked for.');
  return salt;
}

async function keptSalt(table: Table, day: string): Promise<string | undefined> {
  const item = await getItem(table, visitorSaltKey(day));
  return item && String(item['salt']);
}

/** A visitor of a day, by hashes under the salt of the day. */
export interface Visitor {
  day: string;
  networkHash: string;
  hash: string;
}

/** Notes a visitor; false for one that was noted on that day, or whose network has as many as are counted. */
export function noteVisitor(table: Table, { day, networkHash, hash }: Visitor): Promise<boolean> {
  return unlessRefused(
    changeItem(table, visitorsKey(day, networkHash), {
      UpdateExpression: 'ADD seen :seen SET #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(seen) OR (NOT contains(seen, :hash) AND size(seen) < :most)',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':seen': new Set([hash]),
        ':hash': hash,
        ':most': LIMITS.visitorsPerNetworkDay,
        ':ttl': endOf(day),
      },
    }),
  );
}

/** In seconds, and an hour more: clocks differ. */
function endOf(day: string): number {
  return dayStart(dayAfter(day)) / 1000 + 3_600;
}
