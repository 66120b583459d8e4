import type { AlertRef } from '../../adapters/queue.ts';
import { getAlert, reopenAlert } from '../../data/alerts.ts';
import { WriteConflict } from '../../data/table.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { deliver } from './deliver.ts';
import { isOvertaken } from './earlier.ts';

/**
 * Tells an alert whose dead letter the operator sent back: one that is given up on gets one more try, unless its channel
 * has told something newer since. Returns the seconds until it must come again, or null.
 */
export async function redeliver(deps: NotifierDeps, ref: AlertRef): Promise<number | null> {
  const alert = await getAlert(deps.table, ref.monitorId, ref.sk);
  const now = deps.clock.now();
  if (alert?.state === 'failed') {
    // Many letters come back at once, and nobody looked at each: "is back" must not be the last word of a job that is down.
    if (await isOvertaken(deps.table, alert, now)) return null;
    try {
      await reopenAlert(deps.table, alert, now + LIMITS.checkEverySec * 1000);
    } catch (error) {
      // A duplicate, or the owner, was first: the claim says who tells it.
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
  return deliver(deps, ref);
}
