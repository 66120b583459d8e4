import { Refusal } from '../../lib/contract/errors.ts';
import type { Receipt } from '../../lib/flows/billing/payment.ts';
import type { FirstPing } from '../../lib/flows/monitors/first-ping.ts';
import { foundOrMade, type FoundMonitor } from '../../lib/flows/monitors/found-or-made.ts';
import type { Call } from '../../lib/runtime/call.ts';
import type { IngestDeps } from '../../lib/runtime/deps.ts';

/** Of many new jobs that name one credit at once, each round one more gets the slot that was paid for, and the others pay for the next. */
const ROUNDS = 25;

/**
 * The monitor of a job name, created by its first ping and revived by the next one after a deletion, inside the allowance
 * only: what goes beyond it is paid for by billing, which gives the owner a slot. An existing monitor costs one read more
 * than a ping by id. Throws 404 for an unknown or rotated key, 402 with nothing written.
 */
export async function findOrCreate(
  deps: IngestDeps,
  ping: FirstPing,
  call: Pick<Call, 'method' | 'headers'>,
): Promise<FoundMonitor & { receipt: Receipt | null }> {
  let receipt: Receipt | null = null;
  for (let round = 0; ; round++) {
    try {
      return { ...(await foundOrMade(deps, ping)), receipt };
    } catch (error) {
      const isUnpaid = error instanceof Refusal && error.code === 'pagamento_necessario';
      if (!isUnpaid || round === ROUNDS) throw error;
      const { payFirstPing } = await import('./pay-first-ping.ts');
      const paid = await payFirstPing(deps, ping, call);
      if (!paid) throw error;
      receipt = paid.receipt ?? receipt;
    }
  }
}
