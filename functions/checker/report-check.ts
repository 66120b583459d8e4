import type { CheckerState } from '../../lib/data/checker-state.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Metrics } from '../../lib/runtime/metrics.ts';
import type { CheckReport } from './check-report.ts';
import type { CheckRun } from './check-run.ts';

/** The figures the dashboard and the alarms read; `before` is what was known when the check began. */
export function reportCheck(
  metrics: Metrics,
  run: CheckRun,
  report: CheckReport & { lagMs: number },
  before: CheckerState,
): void {
  const finishedAt = report.finished ? run.now : (before.finishedAt ?? before.judgedSince ?? run.now);
  metrics.put({
    ChecksFinished: report.finished ? 1 : 0,
    ChecksFailed: report.failed,
    CheckAgeSec: (run.now - finishedAt) / 1000,
    DueLagSec: report.lagMs / 1000,
    BlindSec: blindMs(run, before.startedAt ?? 0) / 1000,
  });
}

/** The longest window that lasts or that no check has reported whole. */
function blindMs({ windows, now }: CheckRun, judgedAt: Instant): number {
  const news = windows.filter(({ to }) => to === null || to > judgedAt);
  return Math.max(0, ...news.map(({ from, to }) => (to ?? now) - from));
}
