import type { AlertRef } from '../../adapters/queue.ts';
import { getAlert, reopenAlert } from '../../data/alerts/alerts.ts';
import { getMonitor } from '../../data/monitors/monitors.ts';
import { WriteConflict } from '../../data/table.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { messageGroupOf } from '../../domain/alerts/channel.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { lease, orLetGo } from './lease-alert.ts';
import { isOvertaken } from './alert-order.ts';
import { LeaseIsOver } from './send.ts';
import { settle } from './settle.ts';
import { takeTurn, type Next } from './delivery-order.ts';
import { tell } from './tell.ts';
import { toldByChannelOf } from './told-by-channel.ts';

type Ready = Extract<Next, { tell: Alert }>;

/**
 * Delivers one alert: leases it, waits for its turn, sends it and writes down the result. Returns the seconds until the
 * message must come again, or null. A duplicate of the message finds the alert leased or final and does nothing.
 */
export async function deliver(deps: NotifierDeps, ref: AlertRef): Promise<number | null> {
  const { alert: leased, waitSec } = await lease(deps, ref);
  return leased ? deliverLeased(deps, leased) : waitSec;
}

async function deliverLeased(deps: NotifierDeps, leased: Alert): Promise<number | null> {
  return orLetGo(deps, [leased], async () => {
    const next = await nextOf(deps, leased);
    if ('waitSec' in next) return next.waitSec;
    if ('settle' in next) return settle(deps, leased, next.settle);
    return soonest(await tell(deps, { alerts: [next.tell], monitor: next.monitor }));
  });
}

async function nextOf(deps: NotifierDeps, leased: Alert): Promise<Next> {
  const monitor = await getMonitor(deps.table, leased.monitorId);
  return takeTurn(deps, leased, monitor && (await toldByChannelOf(deps.table, leased, monitor)));
}

function soonest(waits: readonly (number | null)[]): number | null {
  const some = waits.filter((wait) => wait !== null);
  return some.length === 0 ? null : Math.min(...some);
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
      // A duplicate of the message, or the owner, reopened it first: the lease decides who delivers it.
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
  return deliver(deps, ref);
}

/**
 * Delivers several alerts that could share a message when they were queued. Each takes its own turn and keeps its own
 * entry in the ledger; those that no longer have a recipient in common go out alone. One that fails by a fault of ours holds
 * up no other: it is let go, and the fault thrown in the end. Returns the seconds until the message must come again, or null.
 */
export async function deliverGroup(deps: NotifierDeps, refs: readonly AlertRef[]): Promise<number | null> {
  const leases = await tried(refs, (ref) => lease(deps, ref));
  const turns = await tried(
    leases.done.flatMap(({ alert }) => alert ?? []),
    (alert) => orLetGo(deps, [alert], async () => ({ alert, next: await nextOf(deps, alert) })),
  );
  const ready = turns.done.flatMap(({ next }) => ('tell' in next ? [next] : []));
  const told = await tried([...Map.groupBy(ready, groupOrOwn).values()], (members) =>
    tellTogether(deps, members),
  );
  const others = await tried(turns.done, ({ alert, next }) => endOf(deps, alert, next));
  const faults = [leases, turns, told, others].flatMap((each) => each.faults);
  const fault = faults.find(({ error }) => !(error instanceof LeaseIsOver)) ?? faults[0];
  if (fault) throw fault.error;
  return soonest([...told.done.flat(), ...others.done, ...leases.done.map(({ waitSec }) => waitSec)]);
}

/** Does something with each, side by side; what failed is apart. */
async function tried<T, R>(things: readonly T[], work: (thing: T) => Promise<R>) {
  const results = await Promise.allSettled(things.map(work));
  return {
    done: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    faults: results.flatMap((result) =>
      result.status === 'rejected' ? [{ error: result.reason as unknown }] : [],
    ),
  };
}

async function tellTogether(deps: NotifierDeps, ready: readonly Ready[]): Promise<(number | null)[]> {
  const [first] = ready;
  if (first === undefined) return [];
  const alerts = ready.map((each) => each.tell);
  return orLetGo(deps, alerts, () => tell(deps, { alerts, monitor: first.monitor }));
}

/** What is not told: it ends, or comes again. */
async function endOf(deps: NotifierDeps, alert: Alert, next: Next): Promise<number | null> {
  if ('waitSec' in next) return next.waitSec;
  return 'settle' in next ? orLetGo(deps, [alert], () => settle(deps, alert, next.settle)) : null;
}

/** The group of an alert by the recipient that its monitor has now, or one of its own. */
function groupOrOwn({ tell: alert, monitor }: Ready): string {
  return messageGroupOf(alert, monitor) ?? `${alert.monitorId} ${alert.sk}`;
}
