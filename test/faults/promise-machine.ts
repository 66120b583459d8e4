import type { Alert } from '../../lib/domain/alerts/alert.ts';
import { casesOf } from './cases.ts';
import type { Facts } from './facts.ts';
import type { Holdings } from './ledger.ts';

/** No delivery is given up before. */
const HANGS_MS = 10_000;
/** Where more deliveries hang than there are lanes (hanging.ts), what comes after them waits until the first are given up. */
const LONGEST_WAIT_MS = 2 * HANGS_MS;

/** On one machine a receiver that hangs holds up no check, and no alert that goes elsewhere for longer than one round of the lanes. */
export function nothingHeldUp(facts: Facts, holdings: Holdings): string[] {
  const { checksHere } = facts;
  const checks = checksHere.flatMap(({ at, overAt }) =>
    overAt - at < HANGS_MS ? [] : [`the check at ${timeOf(at)} waited for a delivery`],
  );
  const decidedAt = new Set(checksHere.map(({ at }) => at));
  const alerts = casesOf(facts, holdings).flatMap((each) =>
    each.monitor.pausedOnce
      ? []
      : each.alerts
          .filter((alert) => decidedAt.has(alert.createdAt) && isNextInLine(alert, each.alerts))
          .filter(({ attempts, createdAt }) => (attempts[0]?.at ?? Infinity) >= createdAt + LONGEST_WAIT_MS)
          .map(({ sk }) => `${each.monitor.name}: alert ${sk} waited for a delivery of another job`),
  );
  return [...checks, ...alerts];
}

/** Whether all that its channel had to tell before was told before. */
function isNextInLine(alert: Alert, alerts: readonly Alert[]): boolean {
  if (alert.channel !== 'webhook') return false;
  const others = alerts.filter((each) => each !== alert && each.channel === alert.channel);
  return others.every(
    ({ createdAt, attempts }) =>
      createdAt > alert.createdAt ||
      (createdAt < alert.createdAt && (attempts.at(-1)?.at ?? Infinity) < alert.createdAt),
  );
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
