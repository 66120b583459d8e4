import type { AlertRef } from '../../adapters/queue.ts';
import { listAlerts, releaseAlert } from '../../data/alerts.ts';
import { alertSk } from '../../data/keys.ts';
import { getMonitor } from '../../data/monitors.ts';
import { wasTold, type AlertRecord } from '../../domain/alert/alert-record.ts';
import type { Monitor } from '../../domain/monitor/monitor.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { claim } from './claim.ts';
import { finish } from './finish.ts';
import { hold, isHeld } from './hold.ts';
import { mailAlerts } from './mail-alerts.ts';
import { postAlerts } from './post-alerts.ts';
import { skipped, type Told } from './told.ts';

/** Of two checks under way together the one that began first may tell a recovery last: its alert then sorts later. */
const CHECKS_OVERLAP_MS = 15 * 60_000;

const NOTHING_TO_RECOVER_FROM = skipped(
  'no_alert_sent',
  'No alert of this incident was told here, so there is no recovery to tell.',
);
const MONITOR_GONE = skipped('monitor_gone', 'The monitor was deactivated meanwhile.');

/**
 * Tells one alert: claim it, tell it, write what came of it. Returns the seconds until it must come again, or null.
 * A duplicate of the message finds the alert claimed or final and does nothing.
 */
export async function deliver(deps: NotifierDeps, ref: AlertRef): Promise<number | null> {
  const { alert: claimed, waitSec } = await claim(deps, ref);
  return claimed ? deliverClaimed(deps, claimed) : waitSec;
}

/** The same for an alert that is claimed already. */
export async function deliverClaimed(deps: NotifierDeps, claimed: AlertRecord): Promise<number | null> {
  const monitor = await getMonitor(deps.table, claimed.monitorId);
  if (monitor && isHeld(claimed, monitor, deps.clock.now())) return hold(deps, claimed, monitor);
  if (claimed.notice.kind === 'recovery') {
    const alert = await alertBefore(deps, claimed);
    const told = alert !== undefined && wasTold(alert);
    if (!told && alert?.state === 'pending') return waitForTurn(deps, claimed);
    if (!told) return finish(deps, claimed, NOTHING_TO_RECOVER_FROM);
  }
  return finish(deps, claimed, monitor?.active ? await tell(deps, [claimed], monitor) : MONITOR_GONE);
}

/** Tells alerts of one channel and address in one message; one alone as the specification has it. */
export function tell(deps: NotifierDeps, alerts: readonly AlertRecord[], monitor: Monitor): Promise<Told> {
  const notices = alerts.map((alert) => alert.notice);
  return alerts[0]?.channel === 'email'
    ? mailAlerts(deps, notices, monitor)
    : postAlerts(deps, notices, monitor);
}

/** A recovery whose alert is still being tried: done with on the queue, the checker brings it back. */
async function waitForTurn(deps: NotifierDeps, claimed: AlertRecord): Promise<null> {
  await releaseAlert(deps.table, claimed, deps.clock.now() + 1000);
  return null;
}

/** The last alert of the same incident on the same channel: it goes first (DECISIONS.md "Incidents" 3 and 4). */
async function alertBefore(deps: NotifierDeps, recovery: AlertRecord): Promise<AlertRecord | undefined> {
  const beforeSk = alertSk(recovery.createdAt + CHECKS_OVERLAP_MS, 0, '');
  const around = await listAlerts(deps.table, recovery.monitorId, { limit: 50, beforeSk });
  const same = around.filter(
    (alert) =>
      alert.channel === recovery.channel &&
      alert.notice.kind === 'miss' &&
      alert.notice.incident === recovery.notice.incident,
  );
  return same.find((alert) => alert.state === 'pending' && !wasTold(alert)) ?? same.find(wasTold) ?? same[0];
}
