import { isNoUsage, NO_USAGE, type Usage } from '../../domain/billing/allowance.ts';
import type { Slots } from '../../domain/billing/customer.ts';
import type { Ceiling } from '../../domain/billing/quote.ts';
import { ownerKey } from '../keys.ts';
import type { Owner } from '../owners.ts';
import type { Table, TransactItem } from '../table.ts';

/** A space as the property of an owner: what a write was decided from, and is conditional on. */
export interface OwnedSpace {
  ownerId: string;
  spaceId: string;
}

const OWNS = 'contains(#spaces, :space)';
const NAMES = { '#spaces': 'spaces' };

/** That a space is still its owner's, as part of a transaction that changes nothing of the owner. */
export function stillOwnedItem(table: Table, { ownerId, spaceId }: OwnedSpace): TransactItem {
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: ownerKey(ownerId),
      ConditionExpression: OWNS,
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: { ':space': spaceId },
    },
  };
}

/** By which counters bought slots are known. */
const SLOTS_OF = {
  monitors: 'monitorSlots',
  fast: 'fastSlots',
  emailAlerts: 'emailAlertSlots',
} as const satisfies Record<keyof Usage, keyof Slots>;

/** Whether a counter is absent where it is zero. */
const isSparse = (name: string) => name !== 'monitors' && name !== 'emailAlerts';

/**
 * Moves the counters of the owner of a space, as part of a transaction; refused when the space is another's by now.
 * With a ceiling it is refused as well when the counter would pass it: the allowance holds under simultaneous calls. Places
 * that are bought for the change come with it.
 */
export function countItem(
  table: Table,
  { ownerId, spaceId }: OwnedSpace,
  change: Usage,
  ceiling: Ceiling,
  bought: Usage = NO_USAGE,
): { Update: NonNullable<TransactItem['Update']> } {
  const conditions = [OWNS];
  const values: Record<string, unknown> = { ':space': spaceId };
  const moved = Object.entries(change).filter(([name, by]) => by !== 0 || !isSparse(name));
  for (const [name, by] of moved) {
    values[`:${name}`] = by;
    const most = ceiling[name as keyof Usage];
    if (most === null || by <= 0) continue;
    const room = most - by;
    const isAbsent = isSparse(name) && room >= 0 ? `attribute_not_exists(${name}) OR ` : '';
    conditions.push(`(${isAbsent}${name} <= :${name}Room)`);
    values[`:${name}Room`] = room;
  }
  for (const [, slots, by] of slotsIn(bought)) {
    moved.push([slots, by]);
    values[`:${slots}`] = by;
  }
  return {
    Update: {
      TableName: table.name,
      Key: ownerKey(ownerId),
      UpdateExpression: `ADD ${moved.map(([name]) => `${name} :${name}`).join(', ')}`,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: values,
    },
  };
}

/**
 * The same for a change that may move none of them, and bring none: then it is only required that the space is still its
 * owner's.
 */
export function countOrOwnedItem(
  table: Table,
  owned: OwnedSpace,
  change: Usage,
  { ceiling, bought }: { ceiling: Ceiling; bought: Usage },
): TransactItem {
  if (isNoUsage(change) && isNoUsage(bought)) return stillOwnedItem(table, owned);
  return countItem(table, owned, change, ceiling, bought);
}

function slotsIn(bought: Usage): [keyof Usage, keyof Slots, number][] {
  return (Object.keys(SLOTS_OF) as (keyof Usage)[])
    .filter((of) => bought[of] !== 0)
    .map((of) => [of, SLOTS_OF[of], bought[of]]);
}

/**
 * Gives the owner of a space the slots that were bought, as part of a transaction; refused when the space is another's by
 * now, or when what the owner has of these kinds, or its slots for them, is not what was seen.
 */
export function boughtItem(
  table: Table,
  { ownerId, spaceId }: OwnedSpace,
  bought: Usage,
  seen: { usage: Usage; slots: Usage },
): TransactItem {
  const conditions = [OWNS];
  const values: Record<string, unknown> = { ':space': spaceId };
  const isStill = (name: string, count: number) => {
    const isAbsent = isSparse(name) && count === 0 ? `attribute_not_exists(${name}) OR ` : '';
    conditions.push(`(${isAbsent}${name} = :${name}Seen)`);
    values[`:${name}Seen`] = count;
  };
  for (const [of, name, by] of slotsIn(bought)) {
    values[`:${name}`] = by;
    isStill(name, seen.slots[of]);
    isStill(of, seen.usage[of]);
  }
  return {
    Update: {
      TableName: table.name,
      Key: ownerKey(ownerId),
      UpdateExpression: `ADD ${slotsIn(bought)
        .map(([, name]) => `${name} :${name}`)
        .join(', ')}`,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: values,
    },
  };
}

/**
 * Moves the counters for an import, or for a creation that is decided from all monitors there are. Refused when another one of
 * this owner went through since `owner` was read: deletions in between do not hide it.
 */
export function countImportItem(counted: ReturnType<typeof countItem>, owner: Owner): TransactItem {
  const { Update } = counted;
  return {
    Update: {
      ...Update,
      UpdateExpression: `${Update.UpdateExpression}, imports :one`,
      ConditionExpression: `${Update.ConditionExpression} AND imports = :seenImports`,
      ExpressionAttributeValues: {
        ...Update.ExpressionAttributeValues,
        ':one': 1,
        ':seenImports': owner.imports,
      },
    },
  };
}
