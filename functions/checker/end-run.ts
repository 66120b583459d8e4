import type { CheckerState } from '../../lib/data/monitors/checker-state.ts';
import type { DuePosition } from '../../lib/data/monitors/due.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { sendOrLeave } from '../../lib/flows/alerts/outbox.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { Metrics } from '../../lib/runtime/report/metrics.ts';
import type { CheckReport, CheckRun, DueReport } from './check-run.ts';
import { messagesOf } from './outgoing.ts';

/** Ends a run: what it recorded goes on the queue, whether or not it finished. */
export async function endRun(deps: CheckerDeps, report: DueReport): Promise<CheckReport> {
  const messages = messagesOf(report.outgoing);
  const unsent = (await sendOrLeave(deps, messages)) ? 0 : messages.length;
  const { checked, failed, finished } = report;
  return { checked, alerts: messages.length, failed: failed + unsent, finished };
}

/**
 * Puts the shards that a run could not finish on the queue, so that they continue at once. Their leases must be released
 * before, since whoever takes the message leases them. Returns how many the queue did not take; the next tick begins
 * those anew.
 */
export async function leaveRest(
  deps: CheckerDeps,
  rest: readonly DuePosition[],
  since: Instant,
): Promise<number> {
  if (rest.length === 0) return 0;
  try {
    await deps.checks.send(rest.map((position) => ({ kind: 'shard', ...position, since })));
    return 0;
  } catch (error) {
    deps.log.error('rest_not_queued', error, { shards: rest.length });
    return rest.length;
  }
}

/** The figures the dashboard and the alarms read; `before` is what was known when the check began. */
export function reportCheck(
  metrics: Metrics,
  run: CheckRun,
  report: CheckReport & { lagMs: number },
  before: CheckerState,
): void {
  metrics.put({
    ChecksFinished: report.finished ? 1 : 0,
    ChecksFailed: report.failed,
    CheckAgeSec: report.finished ? 0 : checkAgeSec(before, run.now),
    DueLagSec: report.lagMs / 1000,
    BlindSec: blindMs(run, before.startedAt ?? 0) / 1000,
  });
}

/** How long ago all that was due was last worked off; never worked off counts from the first check. */
export function checkAgeSec({ finishedAt, judgedSince }: CheckerState, now: Instant): number {
  return (now - (finishedAt ?? judgedSince ?? now)) / 1000;
}

/** The longest window that lasts or that no check has reported whole. */
function blindMs({ path, now }: CheckRun, judgedAt: Instant): number {
  const news = path.windows.filter(({ to }) => to === null || to > judgedAt);
  return Math.max(0, ...news.map(({ from, to }) => (to ?? now) - from));
}
