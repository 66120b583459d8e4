import type { Instant } from '../../domain/instant.ts';
import { getItem, newItem } from '../items.ts';
import { credentialHashOf } from '../key-parts.ts';
import { guestRotationKey, guestTokenKey } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import { transact, type Table, type TransactItem } from '../table.ts';

/** What a guest shows to be known: stored by the hash of its text. */
interface GuestCredential {
  hash: string;
  ownerId: string;
  createdAt: Instant;
}

/** How a credential of a guest is stored. */
const credentials = recordKind<GuestCredential, 'hash'>({
  key: ({ hash }) => guestTokenKey(hash),
  inKey: { hash: credentialHashOf },
  fields: { ownerId: always, createdAt: always },
});

/** What a token left that was rotated: opens nothing, and tells a repeated rotation by it which one came after. */
interface GuestRotation {
  hash: string;
  nextHash: string;
  until: Instant;
}

const rotations = recordKind<GuestRotation, 'hash'>({
  key: ({ hash }) => guestRotationKey(hash),
  inKey: { hash: credentialHashOf },
  ttl: ({ until }) => Math.ceil(until / 1000),
  fields: { nextHash: always, until: always },
});

/** A credential, as part of the transaction that makes its guest. */
export function newGuestTokenItem(table: Table, credential: GuestCredential): TransactItem {
  return newItem(table, credentials.toItem(credential));
}

/** Which guest a token belongs to, or undefined for a token nobody has. Read consistently. */
export async function guestOfToken(table: Table, hash: string): Promise<string | undefined> {
  const item = await getItem(table, guestTokenKey(hash));
  return item && credentials.fromItem(item).ownerId;
}

/** The hash of the token that came after one which was rotated, as long as that may be repeated. */
export async function nextGuestToken(table: Table, hash: string, now: Instant): Promise<string | undefined> {
  const item = await getItem(table, guestRotationKey(hash));
  const rotation = item && rotations.fromItem(item);
  return rotation && rotation.until > now ? rotation.nextHash : undefined;
}

/**
 * Puts a token in the place of another, which ends at that moment; with `repeatableUntil` the rotation may be repeated. Throws
 * `WriteConflict` when somebody else has rotated it.
 */
export async function replaceGuestToken(
  table: Table,
  { hash, ownerId }: { hash: string; ownerId: string },
  nextHash: string,
  { now, repeatableUntil }: { now: Instant; repeatableUntil: Instant | null },
): Promise<void> {
  const rotation = repeatableUntil !== null && rotations.toItem({ hash, nextHash, until: repeatableUntil });
  await transact(table, [
    newGuestTokenItem(table, { hash: nextHash, ownerId, createdAt: now }),
    {
      Delete: {
        TableName: table.name,
        Key: { ...guestTokenKey(hash) },
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    ...(rotation ? [newItem(table, rotation)] : []),
  ]);
}
