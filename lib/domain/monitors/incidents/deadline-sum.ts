import type { Instant } from '../../instant.ts';
import { deadlineOf, graceSecOf } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import { notHeard } from '../outage/deadline-extension.ts';
import type { BlindWindow } from '../outage/blind-window.ts';

/** How a silence deadline comes about: `countsFrom` + `toleranceSec` + `extendedSec` = `deadlineAt`. */
export interface DeadlineSum {
  lastPingAt: Instant;
  /** The last ping, the end of a pause after it, or the scheduled run that is awaited. */
  countsFrom: Instant;
  from: 'ping' | 'pause' | 'schedule';
  /** The interval, or the grace of a schedule. */
  toleranceSec: number;
  /** By so much it is moved, since pings could not reach us at its time. */
  extendedSec: number;
  notHeard: BlindWindow | null;
  deadlineAt: Instant;
}

/** The sum of a monitor's deadline, judged as a check would; null when nothing is expected of it. */
export function deadlineSum(
  monitor: Monitor,
  windows: readonly BlindWindow[],
  now: Instant,
): DeadlineSum | null {
  const { lastEventAt, cron, intervalSec } = monitor;
  const strictAt = deadlineOf({ ...monitor, extendedUntil: null });
  const lost = notHeard(monitor, windows, now);
  // One that only waits for the next proof of the path is not moved.
  const deadlineAt = lost ? deadlineOf(monitor) : strictAt;
  if (lastEventAt === null || strictAt === null || deadlineAt === null) return null;
  const toleranceSec = cron === null ? intervalSec : graceSecOf(monitor);
  const countsFrom = strictAt - toleranceSec * 1000;
  return {
    lastPingAt: lastEventAt,
    countsFrom,
    from: cron !== null ? 'schedule' : countsFrom === lastEventAt ? 'ping' : 'pause',
    toleranceSec,
    extendedSec: Math.round((deadlineAt - strictAt) / 1000),
    notHeard: lost,
    deadlineAt,
  };
}
