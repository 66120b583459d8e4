import type { AlertRef } from '../../adapters/queue.ts';
import { claimAlert } from '../../data/alerts.ts';
import { LostCondition } from '../../data/table.ts';
import type { AlertRecord } from '../../domain/alert/alert-record.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';

/** Longer than a delivery may take, shorter than the queue hides a message. */
const CLAIM_MS = 45_000;

/** Takes an alert to work on it alone; undefined when it is final or somebody else is at work on it. */
export async function claim(deps: NotifierDeps, alert: AlertRef): Promise<AlertRecord | undefined> {
  const now = deps.clock.now();
  try {
    return await claimAlert(deps.table, alert, now, now + CLAIM_MS);
  } catch (error) {
    if (error instanceof LostCondition) return undefined;
    throw error;
  }
}
