import { addCounts } from '../../data/statistics/day-counts.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { dayOf } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import type { CoreDeps } from '../../runtime/deps.ts';

/** No alert behind this one waits longer for a statistic; then the call is ended, so that none is under way behind the answer. */
const WAIT_MS = 500;

/**
 * Counts an alert that reached somebody, once it is settled: a count that fails must not have it sent again. Alerts that it
 * stands for were tried before it.
 */
export async function countDelivered(
  { table, log }: Pick<CoreDeps, 'table' | 'log'>,
  { attempts, content }: Alert,
  now: Instant,
): Promise<void> {
  const isAtOnce = attempts.length === 0 && (content.superseded?.tries ?? 0) === 0;
  try {
    const counts = { alerts: 1, ...(isAtOnce && { alerts_at_once: 1 }) };
    await addCounts(table, dayOf(now), counts, AbortSignal.timeout(WAIT_MS));
  } catch (error) {
    log.error('count_failed', error);
  }
}
