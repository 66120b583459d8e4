import type { Instant } from '../domain/instant.ts';
import { getItem, newItem } from './items.ts';
import { spaceIdOf } from './key-parts.ts';
import { spaceKey } from './keys.ts';
import { always, optional, recordKind, sparse } from './record.ts';
import type { Table, TransactItem } from './table.ts';

/** What monitors belong to, and who owns it now. */
export interface Space {
  id: string;
  ownerId: string;
  createdAt: Instant;
  /** How often it has had addresses asked. */
  asks: number;
  /** Of one that was claimed: the first space of its owner, whose channels hear it too. */
  homeId?: string;
  /** How many channels were made in it. */
  channels: number;
  /** When a channel was last deleted in it that had been told what was open. */
  toldGoneAt?: Instant;
}

/** How a space is stored. */
const spaces = recordKind<Space, 'id'>({
  key: ({ id }) => spaceKey(id),
  inKey: { id: spaceIdOf },
  fields: {
    ownerId: always,
    createdAt: always,
    asks: sparse(0),
    homeId: optional,
    channels: sparse(0),
    toldGoneAt: optional,
  },
});

/** A new space, as part of the transaction that makes its owner. */
export function newSpaceItem(table: Table, space: Pick<Space, 'id' | 'ownerId' | 'createdAt'>): TransactItem {
  return newItem(table, spaces.toItem({ ...space, asks: 0, channels: 0 }));
}

/** The space an item holds. */
export const spaceOf = spaces.fromItem;

/** A space as it is now. */
export async function getSpace(table: Table, spaceId: string): Promise<Space | undefined> {
  const item = await getItem(table, spaceKey(spaceId));
  return item && spaces.fromItem(item);
}

/**
 * How often a space has had addresses asked: read before its consents are, so that what was decided from them can be
 * made conditional on no other address having been asked meanwhile.
 */
export async function getAsks(table: Table, spaceId: string): Promise<number> {
  return (await getSpace(table, spaceId))?.asks ?? 0;
}

/** Counts an address asked, as part of the transaction that has it asked; refused when the space has asked another. */
export function countAskItem(table: Table, spaceId: string, asks: number): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...spaceKey(spaceId) },
      UpdateExpression: 'SET asks = :next',
      ConditionExpression: `attribute_exists(pk) AND ${asks === 0 ? 'attribute_not_exists(asks)' : 'asks = :seen'}`,
      ExpressionAttributeValues: { ':next': asks + 1, ...(asks > 0 && { ':seen': asks }) },
    },
  };
}

/** Makes a guest's space an account's, as part of a transaction; refused when it is no longer the guest's. */
export function claimedSpaceItem(
  table: Table,
  spaceId: string,
  { from, to, homeId }: { from: string; to: string; homeId: string },
): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...spaceKey(spaceId) },
      UpdateExpression: 'SET ownerId = :to, homeId = :home',
      ConditionExpression: 'ownerId = :from',
      ExpressionAttributeValues: { ':from': from, ':to': to, ':home': homeId },
    },
  };
}
