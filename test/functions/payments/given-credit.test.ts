import { expect, it } from 'vitest';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { getCredit } from '../../../lib/data/billing/credits.ts';
import { ownerKey, spaceKey } from '../../../lib/data/keys.ts';
import { ownerOfGuestToken } from '../../../lib/data/owners.ts';
import { getPayment } from '../../../lib/data/billing/payments.ts';
import { countPurchases } from '../../../lib/data/billing/purchases.ts';
import { giveBought } from '../../../lib/flows/billing/grant-purchase.ts';
import { unconfirmedPayment, putPayments } from '../../support/money/unconfirmed-payments.ts';
import { startTill } from '../../support/money/till.ts';
import { watchingTable } from '../../support/table/watching-table.ts';

it('a credit is its bearer’s though who bought it is erased meanwhile, and nothing of the purchase stays behind', async () => {
  const till = await startTill();
  try {
    const { service } = till;
    const { table, clock } = service.core;
    const alice = await service.guest();
    const owner = await ownerOfGuestToken(table, hashOf(alice.token));
    const spaceId = owner?.spaces[0] ?? '';
    const creditHash = hashOf('a credit');
    const unconfirmed = unconfirmedPayment(spaceId, clock.now(), {
      creditHash,
      charges: [{ sku: 'prepaid_credit', micros: 500_000 }],
    });
    await putPayments(table, [unconfirmed]);
    let isErased = false;
    const erase = async ({ command }: { command: string }) => {
      if (isErased || !command.startsWith('Transact')) return;
      isErased = true;
      for (const key of [ownerKey(owner?.id ?? ''), spaceKey(spaceId)])
        await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...key } }));
    };
    const settled = { unconfirmed, transaction: `0x${'ab'.repeat(32)}`, now: clock.now() };

    await watchingTable(service, { before: erase }, () => giveBought(service.core, settled));

    expect(isErased).toBe(true);
    expect(await countPurchases(table, spaceId)).toBe(0);
    expect(await getCredit(table, creditHash)).toMatchObject({ balanceMicros: 500_000 });
    expect(await getPayment(table, unconfirmed)).toMatchObject({ state: 'done' });
  } finally {
    await till.stop();
  }
});
