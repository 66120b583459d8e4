import type { AlertRef } from '../../adapters/queue.ts';
import { getAlert, reopenAlert } from '../../data/alerts.ts';
import { LostCondition } from '../../data/table.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { deliver } from './deliver.ts';

/**
 * Tells an alert whose dead letter the operator sent back: one that is given up on gets one more try. Returns the
 * seconds until it must come again, or null.
 */
export async function redeliver(deps: NotifierDeps, ref: AlertRef): Promise<number | null> {
  const alert = await getAlert(deps.table, ref.monitorId, ref.sk);
  if (alert?.state === 'failed') {
    try {
      await reopenAlert(deps.table, alert, deps.clock.now() + LIMITS.checkEverySec * 1000);
    } catch (error) {
      // A duplicate, or the owner, was first: the claim says who tells it.
      if (!(error instanceof LostCondition)) throw error;
    }
  }
  return deliver(deps, ref);
}
