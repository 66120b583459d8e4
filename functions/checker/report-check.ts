import type { Instant } from '../../lib/domain/instant.ts';
import type { Metrics } from '../../lib/runtime/metrics.ts';
import type { DueReport } from './check-due.ts';
import type { CheckRun } from './check-run.ts';

/** What a check came to. */
export interface Checked extends DueReport {
  /** Messages that the queue did not take. */
  unsent: number;
}

/** The figures the dashboard and the alarms read. `judgedAt` is when the windows were judged before; null at first. */
export function reportCheck(
  metrics: Metrics,
  run: CheckRun,
  checked: Checked,
  judgedAt: Instant | null,
): void {
  metrics.put({
    ChecksFinished: checked.finished ? 1 : 0,
    ChecksFailed: checked.failed + checked.unsent,
    DueLagSec: checked.lagMs / 1000,
    BlindSec: blindMs(run, judgedAt ?? 0) / 1000,
  });
}

/** The longest window that lasts or that no check has reported whole. */
function blindMs({ windows, now }: CheckRun, judgedAt: Instant): number {
  const news = windows.filter(({ to }) => to === null || to > judgedAt);
  return Math.max(0, ...news.map(({ from, to }) => (to ?? now) - from));
}
