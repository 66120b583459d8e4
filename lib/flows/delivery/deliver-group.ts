import type { AlertRef } from '../../adapters/queue.ts';
import { getMonitors } from '../../data/monitors.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { claim } from './claim.ts';
import { deliverClaimed, tell } from './deliver.ts';
import { finish } from './finish.ts';

/**
 * Tells several silences of one owner and address in one message. Those that are gone, final or taken are left out;
 * each keeps its own entry in the ledger and is tried again with the others. Returns the seconds until then, or null.
 */
export async function deliverGroup(deps: NotifierDeps, alerts: readonly AlertRef[]): Promise<number | null> {
  const claimed = (await Promise.all(alerts.map((alert) => claim(deps, alert)))).filter(
    (alert) => alert !== undefined,
  );
  const monitors = await getMonitors(deps.table, [...new Set(claimed.map((alert) => alert.monitorId))]);
  const active = new Map(
    monitors.filter((monitor) => monitor.active).map((monitor) => [monitor.id, monitor]),
  );
  const together = claimed.filter((alert) => active.has(alert.monitorId));
  const [first] = together;
  const monitor = first && active.get(first.monitorId);
  const alone = together.length === 1 ? claimed : claimed.filter((alert) => !active.has(alert.monitorId));
  const single = await Promise.all(alone.map((alert) => deliverClaimed(deps, alert)));
  if (!monitor || together.length === 1) return soonest(single);
  const told = await tell(deps, together, monitor);
  return soonest([...single, ...(await Promise.all(together.map((alert) => finish(deps, alert, told))))]);
}

function soonest(retries: readonly (number | null)[]): number | null {
  const waits = retries.filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.min(...waits);
}
