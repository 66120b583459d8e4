import { newId } from '../../../lib/adapters/ids.ts';
import { eventIdOf, ownerKey } from '../../../lib/data/keys.ts';
import { purchaseItem } from '../../../lib/data/billing/purchases.ts';
import { transact, type Item, type Table } from '../../../lib/data/table.ts';
import type { Usage } from '../../../lib/domain/billing/allowance.ts';
import type { Purchase } from '../../../lib/domain/billing/purchase.ts';
import { PAYER } from './payment-builder.ts';
import { START_AT } from '../service/service.ts';

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

/** A monitor paid for on base. */
export function purchaseOf(over: Partial<Purchase> = {}): Purchase {
  const { at = START_AT } = over;
  return {
    spaceId: 'space',
    id: eventIdOf(at, newId()),
    at,
    items: [{ sku: 'extra_endpoint', count: 1, micros: 100_000 }],
    totalMicros: 100_000,
    by: 'x402',
    chain: { network: 'base', transaction: `0x${'7a'.repeat(32)}`, payer: PAYER, isRehearsal: false },
    ...over,
  };
}

/** Writes purchases of a space as whoever gives what was bought does. */
export async function record(table: Table, ...purchases: Purchase[]): Promise<void> {
  for (const each of purchases) await transact(table, [purchaseItem(table, each)]);
}
