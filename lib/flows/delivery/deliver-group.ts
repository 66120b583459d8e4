import type { AlertRef } from '../../adapters/queue.ts';
import { getMonitors } from '../../data/monitors.ts';
import type { AlertRecord } from '../../domain/alert/alert-record.ts';
import { isChatHook } from '../../domain/alert/chat-shape.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { allDone } from '../all-done.ts';
import { claim } from './claim.ts';
import { deliverClaimed, tell } from './deliver.ts';
import { finish } from './finish.ts';
import { isHeld } from './hold.ts';

/**
 * Tells several silences of one owner and address in one message. Those that are gone, final or taken are left out, and
 * those whose address changed meanwhile go out alone; each keeps its own entry in the ledger. Returns the seconds until
 * they must come again, or null.
 */
export async function deliverGroup(deps: NotifierDeps, refs: readonly AlertRef[]): Promise<number | null> {
  const claims = await allDone(refs.map((ref) => claim(deps, ref)));
  const claimed = claims.flatMap(({ alert }) => alert ?? []);
  const monitors = await getMonitors(deps.table, [...new Set(claimed.map((alert) => alert.monitorId))]);
  const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  const now = deps.clock.now();
  const rooms = Map.groupBy(claimed, (alert) => addressOf(alert, byId.get(alert.monitorId), now));
  const retries = await allDone(
    [...rooms].map(([address, members]) => tellRoom(deps, address, members, byId)),
  );
  const waits = [...retries.flat(), ...claims.map(({ waitSec }) => waitSec)].filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.min(...waits);
}

async function tellRoom(
  deps: NotifierDeps,
  address: string | null,
  members: AlertRecord[],
  byId: Map<string, Monitor>,
): Promise<(number | null)[]> {
  const monitor = byId.get(members[0]?.monitorId ?? '');
  if (address === null || !monitor || members.length === 1) {
    return allDone(members.map((alert) => deliverClaimed(deps, alert)));
  }
  const told = await tell(deps, members, monitor);
  return allDone(members.map((alert) => finish(deps, alert, told)));
}

/** Where an alert would go now, or null when it cannot share a message with others. */
function addressOf(alert: AlertRecord, monitor: Monitor | undefined, now: Instant): string | null {
  if (!monitor?.active || isHeld(alert, monitor, now)) return null;
  if (alert.channel === 'email') return monitor.alertTo && JSON.stringify([monitor.spaceId, monitor.alertTo]);
  const chat = monitor.alertUrl !== null && isChatHook(monitor.alertUrl);
  return chat ? JSON.stringify([monitor.spaceId, monitor.alertUrl]) : null;
}
