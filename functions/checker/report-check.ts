import type { Instant } from '../../lib/domain/instant.ts';
import { openWindow, type BlindWindow } from '../../lib/domain/outage/blind-window.ts';
import type { Metrics } from '../../lib/runtime/metrics.ts';
import type { DueReport } from './check-due.ts';

/** The figures the dashboard and the alarms read. */
export function reportCheck(
  metrics: Metrics,
  found: DueReport & { finished: boolean },
  windows: readonly BlindWindow[],
  now: Instant,
): void {
  const open = openWindow(windows);
  metrics.put({
    ChecksFinished: found.finished ? 1 : 0,
    DueLagSec: found.lagMs / 1000,
    BlindSec: open ? (now - open.from) / 1000 : 0,
  });
}
