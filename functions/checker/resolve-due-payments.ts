import { ChainUnavailable } from '../../lib/adapters/billing/chain-unavailable.ts';
import type { DueKey } from '../../lib/data/monitors/due.ts';
import { paymentOf } from '../../lib/data/key-parts.ts';
import { type Key } from '../../lib/data/keys.ts';
import { getPayment, writePayment } from '../../lib/data/billing/payments.ts';
import { WriteConflict } from '../../lib/data/table.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { nextPaymentLookAt, isUnclear, type PaymentRecord } from '../../lib/domain/billing/payment-record.ts';
import { unconfirmedOf, resolvePayment } from '../../lib/flows/billing/resolve-payment.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { LOGGED_MAX, type CheckRun } from './check-run.ts';

/** A node answers some hundred calls a second; a payment takes five. */
const AT_ONCE = 8;

/**
 * Finds out on the chain what became of payments that nobody has ended, the longest due first, while there is time; what
 * is left stays due. A chain that cannot be asked is asked once, and of another payment first by the next check. Returns
 * how many failed: those that stay unclear long after their end too, so that somebody looks at them. Never throws.
 */
export async function resolveDuePayments(
  deps: CheckerDeps,
  run: Pick<CheckRun, 'now' | 'hasTime'>,
  due: readonly DueKey[],
): Promise<number> {
  const waiting = due.toSorted((one, other) => one.dueAt - other.dueAt);
  let isDown = false;
  let failed = 0;
  const lookAtNext = async (): Promise<boolean> => {
    const key = isDown || !run.hasTime() ? undefined : waiting.shift();
    if (!key) return false;
    try {
      await resolveDuePayment(deps, key, run.now);
    } catch (error) {
      if (error instanceof ChainUnavailable) isDown = true;
      if (++failed <= LOGGED_MAX) deps.log.error('check_failed', error);
    }
    return true;
  };
  const workOff = async () => {
    while (await lookAtNext());
  };
  // By itself: it shows whether the chain can be asked.
  await lookAtNext();
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  return failed;
}

async function resolveDuePayment(deps: CheckerDeps, key: Key, now: Instant): Promise<void> {
  const record = await getPayment(deps.table, paymentOf(key));
  // Not before the lease of a call that is at it has ended: it is due later than that.
  if (record?.state !== 'held' || record.dueAt === null || record.dueAt > now) return;
  try {
    const { kind } = await resolvePayment(deps, unconfirmedOf(record), now);
    if (kind === 'open') await lookAgain(deps, record, now);
  } catch (error) {
    // Whoever wrote it meanwhile knows more.
    if (error instanceof WriteConflict) return;
    if (error instanceof ChainUnavailable) await letOthersGoFirst(deps, record, now);
    throw error;
  }
}

async function lookAgain({ table, log }: CheckerDeps, record: PaymentRecord, now: Instant): Promise<void> {
  await writePayment(table, record, { ...record, dueAt: nextPaymentLookAt(now) });
  if (!isUnclear(record, now)) return;
  const error = new Error('A payment is open long after its end.');
  log.error('payment_unclear', error);
  throw error;
}

/** The chain may be unable to answer of this one alone: all that was due before is looked at first next time. */
async function letOthersGoFirst({ table }: CheckerDeps, record: PaymentRecord, now: Instant): Promise<void> {
  await writePayment(table, record, { ...record, dueAt: now }).catch(() => {});
}
