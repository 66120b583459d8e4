import type { AlertRef } from '../../adapters/queue.ts';
import { getMonitors } from '../../data/monitors.ts';
import type { Alert } from '../../domain/alert/alert.ts';
import { messageGroupOf } from '../../domain/alert/channel.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { allDone } from '../all-done.ts';
import { claim, orLetGo } from './claim.ts';
import { tell } from './deliver.ts';
import { finish } from './finish.ts';
import { takeTurn, type Next } from './take-turn.ts';

type Ready = Extract<Next, { tell: Alert }>;

/**
 * Tells several silences, or recoveries, of one owner and address in one message. Those that are gone, final or taken are left out, as
 * are those whose turn has not come; those whose address changed meanwhile go out alone. Each keeps its own entry in the
 * ledger. Returns the seconds until they must come again, or null.
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
  const recipients = [...Map.groupBy(ready, groupOrOwn).values()];
  const retries = await allDone([
    ...recipients.map((members) => tellRecipient(deps, members)),
    ...turns.map(async ({ alert, next }) =>
      'settle' in next ? [await finish(deps, alert, next.settle)] : 'waitSec' in next ? [next.waitSec] : [],
    ),
  ]);
  return retries.flat();
}

async function tellRecipient(deps: NotifierDeps, ready: readonly Ready[]): Promise<(number | null)[]> {
  const [first] = ready;
  if (first === undefined) return [];
  const members = ready.map((each) => each.tell);
  const result = await tell(deps, members, first.monitor);
  return allDone(members.map((alert) => finish(deps, alert, result)));
}

/** The group of an alert by the recipient that its monitor has now; else one of its own. */
function groupOrOwn({ tell: alert, monitor }: Ready): string {
  return messageGroupOf(alert, monitor) ?? `${alert.monitorId} ${alert.sk}`;
}
