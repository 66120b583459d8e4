import { newMonitorId } from '../../lib/adapters/ids.ts';
import { canaryMonitorId, createCanary } from '../../lib/data/monitors/canary.ts';
import { retryOnConflict } from '../../lib/data/retry-on-conflict.ts';
import { pingAsCanary } from '../../lib/flows/monitors/ask-path.ts';
import type { PathDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { lookAtFront } from './look-at-front.ts';

/** What came of a canary's pings. */
export interface CanaryReport {
  /** Of a name by which it was not heard, else of the first; null when nothing answered. */
  status: number | null;
  heard: boolean;
}

/**
 * The Lambda handler. A ping that was not answered well fails the run: CanaryMissing counts the runs that did not. What else
 * it looks at fails none.
 */
export function canaryHandler(deps: PathDeps): () => Promise<CanaryReport> {
  return async () => {
    const looked = lookAtFront(deps);
    const report = await rethrowRedacted(deps.log, () => runCanary(deps)).finally(() => looked);
    if (!report.heard)
      throw new Error('The ping was not heard; the line canary_not_heard of this log says how.');
    return report;
  };
}

/**
 * Pings a monitor of our own by each name by which jobs reach us, the same way as everyone (DECISIONS.md "Incidents and
 * alerts" 8). Its missing pings tell the checker that jobs cannot reach us.
 */
export async function runCanary(deps: PathDeps): Promise<CanaryReport> {
  const monitorId = await retryOnConflict(() => findOrCreate(deps));
  const answers = await pingAsCanary(deps, monitorId);
  const shown = answers.find(({ isOpen }) => !isOpen) ?? answers[0];
  return { status: shown?.status ?? null, heard: answers.every(({ isOpen }) => isOpen) };
}

async function findOrCreate(deps: PathDeps): Promise<string> {
  const known = await canaryMonitorId(deps.table);
  if (known !== undefined) return known;
  const monitorId = newMonitorId();
  await createCanary(deps.table, monitorId, deps.clock.now());
  return monitorId;
}
