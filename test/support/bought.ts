import { newId } from '../../lib/adapters/ids.ts';
import { ownerKey } from '../../lib/data/keys.ts';
import { transact, type Item, type Table } from '../../lib/data/table.ts';
import type { Usage } from '../../lib/domain/allowance/allowance.ts';

/** Gives an owner places as a payment does: with a row that says so, in one transaction. */
export async function buySlots(table: Table, ownerId: string, bought: Partial<Usage>): Promise<void> {
  const { monitors = 0, fast = 0, emailAlerts = 0 } = bought;
  const key = { pk: `BOUGHT#${newId()}`, sk: 'BOUGHT' };
  await transact(table, [
    { Put: { TableName: table.name, Item: { ...key, slots: monitors + fast + emailAlerts } } },
    {
      Update: {
        TableName: table.name,
        Key: { ...ownerKey(ownerId) },
        UpdateExpression: 'ADD monitorSlots :monitors, fastSlots :fast, emailAlertSlots :emails',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':monitors': monitors, ':fast': fast, ':emails': emailAlerts },
      },
    },
  ]);
}

/** How many places were bought so, by all owners together. */
export function slotsBought(items: readonly Item[]): number {
  return items.reduce((sum, { sk, slots }) => sum + (sk === 'BOUGHT' ? Number(slots) : 0), 0);
}
