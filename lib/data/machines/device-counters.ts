import { LIMITS } from '../../domain/limits.ts';
import { ownerKey } from '../keys.ts';
import type { countItem, OwnedSpace } from '../accounts/owner-counters.ts';
import type { Table, TransactItem } from '../table.ts';

/** How many more, or fewer, an owner has. */
export interface DeviceCounts {
  devices: number;
  collections: number;
}

const MOST = { devices: LIMITS.devicesMax, collections: LIMITS.collectionsMax } as const;

/**
 * Moves the counters of devices and collections of the owner of a space, as part of a transaction; refused when the space is
 * another's by now, and when a counter that rises would pass its limit.
 */
export function countDevicesItem(
  table: Table,
  { ownerId, spaceId }: OwnedSpace,
  by: DeviceCounts,
): { Update: NonNullable<TransactItem['Update']> } {
  const moved = (['devices', 'collections'] as const).filter((name) => by[name] !== 0);
  const rising = moved.filter((name) => by[name] > 0);
  return {
    Update: {
      TableName: table.name,
      Key: ownerKey(ownerId),
      UpdateExpression: `ADD ${moved.map((name) => `${name} :${name}`).join(', ')}`,
      ConditionExpression: [
        'contains(#spaces, :space)',
        ...rising.map((name) => `(attribute_not_exists(${name}) OR ${name} <= :${name}Room)`),
      ].join(' AND '),
      ExpressionAttributeNames: { '#spaces': 'spaces' },
      ExpressionAttributeValues: {
        ':space': spaceId,
        ...Object.fromEntries(moved.map((name) => [`:${name}`, by[name]])),
        ...Object.fromEntries(rising.map((name) => [`:${name}Room`, MOST[name] - by[name]])),
      },
    },
  };
}

/** What counts other things of the same owner and this in one update: a transaction takes one of an item. */
export function countedTogether(
  { Update: others }: ReturnType<typeof countItem>,
  { Update: devices }: ReturnType<typeof countDevicesItem>,
): { Update: NonNullable<TransactItem['Update']> } {
  return {
    Update: {
      ...devices,
      UpdateExpression: `${devices.UpdateExpression}, ${others.UpdateExpression?.slice('ADD '.length)}`,
      ConditionExpression: `${devices.ConditionExpression} AND ${others.ConditionExpression}`,
      ExpressionAttributeValues: {
        ...devices.ExpressionAttributeValues,
        ...others.ExpressionAttributeValues,
      },
    },
  };
}
