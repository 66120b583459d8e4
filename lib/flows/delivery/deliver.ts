import type { AlertRef } from '../../adapters/queue.ts';
import { getMonitor } from '../../data/monitors.ts';
import type { Alert } from '../../domain/alert/alert.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { claim, orLetGo } from './claim.ts';
import { finish } from './finish.ts';
import { mailAlerts } from './mail-alerts.ts';
import { postAlerts } from './post-alerts.ts';
import { takeTurn } from './take-turn.ts';
import type { DeliveryResult } from './delivery-result.ts';

/**
 * Tells one alert: claim it, take its turn, tell it, write what came of it. Returns the seconds until it must come
 * again, or null. A duplicate of the message finds the alert claimed or final and does nothing.
 */
export async function deliver(deps: NotifierDeps, ref: AlertRef): Promise<number | null> {
  const { alert: claimed, waitSec } = await claim(deps, ref);
  return claimed ? deliverClaimed(deps, claimed) : waitSec;
}

/** Delivers an alert that this invocation has claimed. */
async function deliverClaimed(deps: NotifierDeps, claimed: Alert): Promise<number | null> {
  return orLetGo(deps, [claimed], async () => {
    const monitor = await getMonitor(deps.table, claimed.monitorId);
    const next = await takeTurn(deps, claimed, monitor);
    if ('waitSec' in next) return next.waitSec;
    if ('settle' in next) return finish(deps, claimed, next.settle);
    return finish(deps, next.tell, await tell(deps, [next.tell], next.monitor));
  });
}

/** Tells alerts of one channel and address in one message; one alone as the specification has it. */
export async function tell(
  deps: NotifierDeps,
  alerts: readonly Alert[],
  monitor: Monitor,
): Promise<DeliveryResult> {
  expectClaimed(alerts, deps.clock.now());
  const contents = alerts.map((alert) => alert.content);
  return alerts[0]?.channel === 'email'
    ? mailAlerts(deps, contents, monitor)
    : postAlerts(deps, contents, monitor);
}

/** Whoever was held up until its claim is nearly over must not tell: another may be at work, on what is newer even. */
function expectClaimed(alerts: readonly Alert[], now: Instant): void {
  const mustDefer = alerts.every(({ claimedUntil }) => (claimedUntil ?? 0) >= now + LIMITS.deliveryTimeoutMs);
  if (!mustDefer) throw new Error('The claim is over before the alert can be told.');
}
