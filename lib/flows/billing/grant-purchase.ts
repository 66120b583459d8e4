import { countedItem } from '../../data/counted-items.ts';
import { creditItems, getCredit } from '../../data/billing/credits.ts';
import { boughtItem, stillOwnedItem } from '../../data/accounts/owner-counters.ts';
import { ownerOfSpace, type Owner } from '../../data/owners.ts';
import { getPayment, paymentItem } from '../../data/billing/payments.ts';
import { purchaseIdOf, purchaseItem } from '../../data/billing/purchases.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { transact, type Table, type TransactItem } from '../../data/table.ts';
import { allowedBy, slotsAlone, boughtSlots } from '../../domain/billing/allowance.ts';
import { usageAndSlotsOf } from '../../domain/billing/customer.ts';
import { totalMicrosOf } from '../../domain/billing/x402/payment-options.ts';
import type { Tariff } from '../../domain/billing/tariff.ts';
import { dayOf } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import { emptyCredit, toppedUp } from '../../domain/billing/credit.ts';
import { paid, type PaymentRecord } from '../../domain/billing/payment-record.ts';
import { itemsOf, type Purchase } from '../../domain/billing/purchase.ts';
import type { Network } from '../../domain/billing/x402/network.ts';
import { takingCounts } from '../../domain/statistics/takings.ts';
import { required } from '../../config/config.ts';
import type { CoreDeps } from '../../runtime/deps.ts';

/** How a payment was settled. */
export interface Settled {
  unconfirmed: PaymentRecord;
  transaction: string;
  now: Instant;
}

/** What is written of a payment with what it buys: that it is done, and the purchase. Refused once either is written. */
export function settledItems(table: Table, settled: Settled, spaceId: string): TransactItem[] {
  const { unconfirmed, transaction, now } = settled;
  return [
    paymentItem(table, unconfirmed, paid(unconfirmed, transaction, now)),
    purchaseItem(table, purchaseOf(settled, spaceId)),
    ...takenItems(table, settled),
  ];
}

/** That money came in, on the day on which it was known; nothing of a rehearsal, which moves none. */
function takenItems(table: Table, { unconfirmed, now }: Settled): TransactItem[] {
  if (unconfirmed.fromBlock === null) return [];
  const counts = takingCounts(unconfirmed.network as Network, totalMicrosOf(unconfirmed.charges));
  return [countedItem(table, unconfirmed.nonce, dayOf(now), counts)];
}

/**
 * Gives what was paid for by itself: slots to whoever owns the space now, a credit to its bearer. Does nothing where it
 * was given already. Throws 503 after 60 lost conditions; the check then gives them.
 */
export function giveBought(
  { table, log, config }: Pick<CoreDeps, 'table' | 'log' | 'config'>,
  settled: Settled,
): Promise<void> {
  return retryOnConflict(async (conflict) => {
    const unconfirmed = conflict ? await stillUnconfirmed(table, settled.unconfirmed) : settled.unconfirmed;
    if (!unconfirmed) return;
    const { spaceId, creditHash } = unconfirmed;
    const owner = await ownerOfSpace(table, spaceId);
    const isDone = paymentItem(table, unconfirmed, paid(unconfirmed, settled.transaction, settled.now));
    // A credit is its bearer's, whoever paid.
    const bought =
      creditHash === null ? [] : await creditGiven(table, { ...settled, unconfirmed }, creditHash);
    const given = [...bought, ...takenItems(table, { ...settled, unconfirmed })];
    if (!owner) {
      if (creditHash === null) log.error('payment_of_nobody', new Error(NOBODY));
      return transact(table, [isDone, ...given]);
    }
    const { tariff } = required(config.billing, 'how it charges');
    const slots = creditHash === null ? slotsItem(table, unconfirmed, owner, tariff) : null;
    const purchase = purchaseItem(table, purchaseOf({ ...settled, unconfirmed }, spaceId));
    return transact(table, [
      isDone,
      purchase,
      slots ?? stillOwnedItem(table, { ownerId: owner.id, spaceId }),
      ...given,
    ]);
  });
}

const NOBODY = 'Whoever paid is gone, so nobody was given what it bought.';

/** The slots of a payment, with those that its owner lacks by then: what was paid for is to be of use. */
function slotsItem(table: Table, { spaceId, charges }: PaymentRecord, owner: Owner, tariff: Tariff) {
  const seen = usageAndSlotsOf(owner);
  const allowed = allowedBy(tariff, seen.slots);
  const slots = slotsAlone(boughtSlots(charges), { usage: seen.usage, allowed });
  return boughtItem(table, { ownerId: owner.id, spaceId }, slots, seen);
}

/** A credit with what was paid for it, made where there is none yet. */
async function creditGiven(
  table: Table,
  { unconfirmed, now }: Settled,
  hash: string,
): Promise<TransactItem[]> {
  const credit = await getCredit(table, hash);
  const before = credit ?? emptyCredit({ hash, network: unconfirmed.network as Network, createdAt: now });
  return creditItems(table, credit, toppedUp(before, totalMicrosOf(unconfirmed.charges), now));
}

/** The payment as it is now, undefined once what came of it is known. */
async function stillUnconfirmed(table: Table, seen: PaymentRecord): Promise<PaymentRecord | undefined> {
  const now = await getPayment(table, seen);
  return now?.state === 'held' ? now : undefined;
}

function purchaseOf({ unconfirmed, transaction, now }: Settled, spaceId: string): Purchase {
  return {
    spaceId,
    id: purchaseIdOf(unconfirmed),
    at: now,
    items: itemsOf(unconfirmed.charges),
    totalMicros: totalMicrosOf(unconfirmed.charges),
    by: 'x402',
    chain: {
      network: unconfirmed.network as Network,
      transaction,
      payer: unconfirmed.from,
      isRehearsal: unconfirmed.fromBlock === null,
    },
  };
}
