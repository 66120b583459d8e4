import { ChainUnavailable } from '../../lib/adapters/chain-unavailable.ts';
import { paymentOf, type Key } from '../../lib/data/keys.ts';
import { getPayment, writePayment } from '../../lib/data/payments.ts';
import { WriteConflict } from '../../lib/data/table.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { nextLookAt, isUnclear, type PaymentRecord } from '../../lib/domain/payment/payment-record.ts';
import { heldOf, resolvePayment } from '../../lib/flows/charge/resolve-payment.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckRun } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * Finds out on the chain what became of a payment that nobody ended, and gives what it bought or releases it. A chain that
 * cannot be asked is asked once a run: the others wait for the next one. Throws for a payment that stays unclear long
 * after its end, so that the failed check is seen.
 */
export async function resolveDuePayment(
  deps: CheckerDeps,
  run: Pick<CheckRun, 'now' | 'chain'>,
  key: Key,
): Promise<Outgoing[]> {
  if (run.chain.isDown) return [];
  const { now } = run;
  const record = await getPayment(deps.table, paymentOf(key));
  if (record?.state !== 'held' || record.dueAt === null || record.dueAt > now || record.leaseUntil > now)
    return [];
  try {
    const { kind } = await resolvePayment(deps, heldOf(record), now);
    if (kind === 'open') await lookAgain(deps, record, now);
  } catch (error) {
    // Whoever wrote it meanwhile knows more.
    if (error instanceof WriteConflict) return [];
    if (error instanceof ChainUnavailable) run.chain.isDown = true;
    throw error;
  }
  return [];
}

async function lookAgain({ table, log }: CheckerDeps, record: PaymentRecord, now: Instant): Promise<void> {
  await writePayment(table, record, { ...record, dueAt: nextLookAt(record, now) });
  if (!isUnclear(record, now)) return;
  const error = new Error('A payment is open long after its end.');
  log.error('payment_unclear', error);
  throw error;
}
