import type { AlertRef } from '../../adapters/queue.ts';
import { alertOf, leaseAlert, releaseAlert } from '../../data/alerts/alerts.ts';
import { WriteConflict } from '../../data/table.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { allDone } from '../concurrently.ts';

/** Longer than a delivery may take, shorter than the queue hides a message. */
const LEASE_MS = 45_000;

/** The outcome of trying to lease an alert. */
export interface AlertLease {
  /** The alert, ours alone for a while; undefined when there is nothing for us to do now. */
  alert?: Alert;
  /** Seconds until the time of its next try; null when it is final or somebody else is at work on it. */
  waitSec: number | null;
}

/** Takes an alert to work on it alone. A message that comes before the next try, such as a duplicate, has to wait. */
export async function lease(deps: NotifierDeps, ref: AlertRef): Promise<AlertLease> {
  const now = deps.clock.now();
  try {
    return { alert: await leaseAlert(deps.table, ref, now, now + LEASE_MS), waitSec: null };
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const current = error.current && alertOf(error.current);
    const tryAt = current?.state === 'pending' ? (current.nextTryAt ?? now) : now;
    return { waitSec: tryAt > now ? Math.ceil((tryAt - now) / 1000) : null };
  }
}

/**
 * Runs work on leased alerts and releases them when it throws. Otherwise the alerts behind them would wait for one
 * that a fault of ours keeps from being sent as if it were being sent right now.
 */
export async function orLetGo<T>(
  deps: NotifierDeps,
  leased: readonly Alert[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await allDone(leased.map((alert) => letGo(deps, alert)));
    throw error;
  }
}

/** If the release fails too, or the alert was settled before the fault, the lease simply runs out. */
async function letGo(deps: NotifierDeps, alert: Alert): Promise<void> {
  const { dueAt, waitingSince } = alert;
  await releaseAlert(deps.table, alert, { dueAt: dueAt ?? deps.clock.now(), waitingSince }).catch(() => {});
}
