import { getPayment, writePayment } from '../../data/billing/payments.ts';
import { WriteConflict } from '../../data/table.ts';
import type { PaymentRecord } from '../../domain/billing/payment-record.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { inConfirmation } from './payment-pending.ts';

/** Takes a payment for one try: from here on nobody else settles it. Throws 503 where another try has it. */
export async function reserve(
  { table }: Pick<CoreDeps, 'table'>,
  seen: PaymentRecord | undefined,
  unconfirmed: PaymentRecord,
): Promise<void> {
  try {
    await writePayment(table, seen, unconfirmed);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    // An answer of the table was lost and the write's repeat refused: it is ours.
    if ((await getPayment(table, unconfirmed))?.claim !== unconfirmed.claim) throw inConfirmation();
  }
}
