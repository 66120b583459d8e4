import type { AlertRef } from '../../adapters/queue.ts';
import { getAlert, reopenAlert } from '../../data/alerts.ts';
import { getMonitor, getMonitors } from '../../data/monitors.ts';
import { WriteConflict } from '../../data/table.ts';
import type { Alert } from '../../domain/alert/alert.ts';
import { messageGroupOf } from '../../domain/alert/channel.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { allDone } from '../all-done.ts';
import { claim, orLetGo } from './claim.ts';
import { isOvertaken } from './earlier.ts';
import { send } from './send.ts';
import { settle } from './settle.ts';
import { takeTurn, type Next } from './take-turn.ts';

type Ready = Extract<Next, { tell: Alert }>;

/**
 * Delivers one alert: claims it, waits for its turn, sends it and writes down the result. Returns the seconds until the
 * message must come again, or null. A duplicate of the message finds the alert claimed or final and does nothing.
 */
export async function deliver(deps: NotifierDeps, ref: AlertRef): Promise<number | null> {
  const { alert: claimed, waitSec } = await claim(deps, ref);
  return claimed ? deliverClaimed(deps, claimed) : waitSec;
}

async function deliverClaimed(deps: NotifierDeps, claimed: Alert): Promise<number | null> {
  return orLetGo(deps, [claimed], async () => {
    const monitor = await getMonitor(deps.table, claimed.monitorId);
    const next = await takeTurn(deps, claimed, monitor);
    if ('waitSec' in next) return next.waitSec;
    if ('settle' in next) return settle(deps, claimed, next.settle);
    return settle(deps, next.tell, await send(deps, [next.tell], next.monitor));
  });
}

/**
 * Delivers an alert whose dead letter the operator sent back: one that was given up on gets one more try, unless its
 * channel has told something newer since. Returns the seconds until the message must come again, or null.
 */
export async function redeliver(deps: NotifierDeps, ref: AlertRef): Promise<number | null> {
  const alert = await getAlert(deps.table, ref.monitorId, ref.sk);
  const now = deps.clock.now();
  if (alert?.state === 'failed') {
    // Dead letters come back in bulk: "is back" must not be the last word on a job that is down.
    if (await isOvertaken(deps.table, alert, now)) return null;
    try {
      await reopenAlert(deps.table, alert, now + LIMITS.checkEverySec * 1000);
    } catch (error) {
      // A duplicate of the message, or the owner, reopened it first: the claim decides who delivers it.
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
  return deliver(deps, ref);
}

/**
 * Delivers several alerts that could share a message when they were queued. Each takes its own turn and keeps its own
 * entry in the ledger; those that no longer have a recipient in common go out alone. Returns the seconds until the
 * message must come again, or null.
 */
export async function deliverGroup(deps: NotifierDeps, refs: readonly AlertRef[]): Promise<number | null> {
  const claims = await allDone(refs.map((ref) => claim(deps, ref)));
  const claimed = claims.flatMap(({ alert }) => alert ?? []);
  const retries = await orLetGo(deps, claimed, () => deliverAll(deps, claimed));
  const waits = [...retries, ...claims.map(({ waitSec }) => waitSec)].filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.min(...waits);
}

async function deliverAll(deps: NotifierDeps, claimed: readonly Alert[]): Promise<(number | null)[]> {
  const monitors = await getMonitors(deps.table, [...new Set(claimed.map((alert) => alert.monitorId))]);
  const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  const turns = await allDone(
    claimed.map(async (alert) => ({ alert, next: await takeTurn(deps, alert, byId.get(alert.monitorId)) })),
  );
  const ready = turns.flatMap(({ next }) => ('tell' in next ? [next] : []));
  const messages = [...Map.groupBy(ready, groupOrOwn).values()];
  const retries = await allDone([
    ...messages.map((members) => deliverTogether(deps, members)),
    ...turns.map(async ({ alert, next }) =>
      'settle' in next ? [await settle(deps, alert, next.settle)] : 'waitSec' in next ? [next.waitSec] : [],
    ),
  ]);
  return retries.flat();
}

async function deliverTogether(deps: NotifierDeps, ready: readonly Ready[]): Promise<(number | null)[]> {
  const [first] = ready;
  if (first === undefined) return [];
  const members = ready.map((each) => each.tell);
  const result = await send(deps, members, first.monitor);
  return allDone(members.map((alert) => settle(deps, alert, result)));
}

/** The group of an alert by the recipient that its monitor has now, or one of its own. */
function groupOrOwn({ tell: alert, monitor }: Ready): string {
  return messageGroupOf(alert, monitor) ?? `${alert.monitorId} ${alert.sk}`;
}
