import { purchasesBefore } from '../../lib/data/billing/purchases.ts';
import type { ShownPayments } from '../../lib/render/accounts/payments-part.ts';
import { purchaseView } from '../../lib/render/billing/purchase-view.ts';
import type { Ctx } from '../../lib/runtime/context.ts';

/** How many payments a page shows; the API lists all. */
const SHOWN_MAX = 10;

/** The newest payments for some spaces, for the page of their owner. */
export async function paymentsOf(
  { table, now }: Pick<Ctx, 'table' | 'now'>,
  spaceIds: readonly string[],
): Promise<ShownPayments> {
  const read = await purchasesBefore(table, spaceIds, { limit: SHOWN_MAX + 1, before: now + 1 });
  return { newest: read.slice(0, SHOWN_MAX).map(purchaseView), goesOn: read.length > SHOWN_MAX };
}
