import type { MaintenanceWindow } from '../../domain/monitors/maintenance.ts';
import { getItem } from '../items.ts';
import { maintenanceKey, spaceKey } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import type { Item, Table, TransactItem } from '../table.ts';

/** All windows of a space. They are few, and read together whenever something would be told. */
export interface Maintenance {
  spaceId: string;
  windows: readonly MaintenanceWindow[];
  /** Each change raises it: a change is conditional on it. */
  revision: number;
}

/** How they are stored. */
const maintenance = recordKind<Maintenance>({
  key: ({ spaceId }) => maintenanceKey(spaceId),
  inKey: {},
  fields: { spaceId: always, windows: always, revision: always },
});

/** The windows that an item holds; none of one that is damaged, so that it keeps no alert back. */
export function maintenanceOf(item: Item): Maintenance {
  const read = maintenance.fromItem(item);
  return Array.isArray(read.windows) ? read : { ...read, windows: [] };
}

/** The windows of a space as they are now. */
export async function getMaintenance(table: Table, spaceId: string): Promise<Maintenance> {
  const item = await getItem(table, maintenanceKey(spaceId));
  return item ? maintenanceOf(item) : { spaceId, windows: [], revision: 0 };
}

/** Other windows of a space, as part of a transaction; refused when they changed meanwhile, or it is another's by now. */
export function changedMaintenanceItems(
  table: Table,
  before: Maintenance,
  windows: readonly MaintenanceWindow[],
  ownerId: string,
): TransactItem[] {
  const { spaceId, revision } = before;
  return [
    {
      ConditionCheck: {
        TableName: table.name,
        Key: { ...spaceKey(spaceId) },
        ConditionExpression: 'ownerId = :owner',
        ExpressionAttributeValues: { ':owner': ownerId },
      },
    },
    {
      Put: {
        TableName: table.name,
        Item: maintenance.toItem({ spaceId, windows, revision: revision + 1 }),
        ConditionExpression: revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :seen',
        ...(revision > 0 && { ExpressionAttributeValues: { ':seen': revision } }),
      },
    },
  ];
}
