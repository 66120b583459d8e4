import { hashOf } from '../../adapters/ids.ts';
import { listAlerts, unreachAlert } from '../../data/alerts/alerts.ts';
import { listConsents } from '../../data/alerts/consents.ts';
import { unlessRefused } from '../../data/items.ts';
import { listMonitors } from '../../data/monitors/space-monitors.ts';
import { endStop, stopConsent, type ConsentStop } from '../../data/alerts/stopped-addresses.ts';
import { BOUNCED, SENT_TO_SOME, type Alert, type Attempt } from '../../domain/alerts/alert.ts';
import { contentAbout } from '../../domain/alerts/alert-content.ts';
import { STOPPED_BECAUSE } from '../../domain/alerts/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { managersOfSpace, someManagerAgrees } from '../accounts/organization-managers.ts';
import { hashOfAddress } from '../address-hash.ts';
import { sideBySide } from '../concurrently.ts';
import { settleBounced } from './settle.ts';
import { tellChannelFailure, type ChannelFailureDeps } from './channel-failure.ts';

/** Monitors beyond these show it with their next alert. */
const SHOWN_MAX = 100;
/** A mail comes back within days; so many alerts of a monitor are looked through for it. */
const NEWEST = 100;
/** From when the mail service took a mail until that was written. */
const SENT_WITHIN_MS = 60_000;

/**
 * Ends the mails to an address of a space, shows its monitors' mail as failing and reports that through their other
 * channel, once. An answer that the address gave after that mail stays valid. Repeating the call changes nothing.
 */
export async function stopAddress(deps: ChannelFailureDeps, stop: ConsentStop): Promise<void> {
  const now = deps.clock.now();
  if (!(await stopConsent(deps.table, stop, now))) return;
  const monitors = (await listMonitors(deps.table, [stop.spaceId], now)).filter(({ active }) => active);
  const named = monitors.filter(
    ({ alertTo }) => alertTo !== null && hashOfAddress(alertTo) === stop.addressHash,
  );
  const ofAll = monitors.filter(({ alertTo }) => alertTo === ORGANIZATION);
  const isShutForAll = ofAll.length > 0 && (await isLastManager(deps, stop));
  const failing = [...named, ...(isShutForAll ? ofAll : [])].slice(0, SHOWN_MAX);
  // What is told first is not lost when the process dies; the ledger may say a little longer that all was well.
  await sideBySide(failing, 1, (monitor) => tellChannelFailure(deps, monitor, failureOf(monitor, stop, now)));
  if (stop.reason === 'bounced')
    await sideBySide([...named, ...ofAll].slice(0, SHOWN_MAX), 1, (monitor) =>
      noteBouncedAlerts(deps, monitor, stop),
    );
  await endStop(deps.table, stop);
}

/** Whether an address was that of somebody who looks after the organization of a space, and nobody of them gets its mails now. */
async function isLastManager(
  { table }: ChannelFailureDeps,
  { spaceId, addressHash }: ConsentStop,
): Promise<boolean> {
  const managers = await managersOfSpace(table, spaceId);
  if (!managers.some((manager) => manager.addressHash === addressHash)) return false;
  return !(await someManagerAgrees(table, spaceId, await listConsents(table, spaceId)));
}

/** The ledger says of what the mail service had taken that it came back; of an alert to many, once it reached nobody. */
async function noteBouncedAlerts(
  { table, clock }: ChannelFailureDeps,
  { id, alertTo }: Monitor,
  { mailedAt, addressHash }: ConsentStop,
): Promise<void> {
  const detail = STOPPED_BECAUSE.bounced;
  const attempt = { at: clock.now(), outcome: BOUNCED, status: null, detail, durationMs: 0 };
  const wasMailed = ({ at, outcome }: Attempt) =>
    (outcome === 'sent' || outcome === SENT_TO_SOME) && Math.abs(at - mailedAt) <= SENT_WITHIN_MS;
  const wasToIt = ({ reached }: Alert) => alertTo !== ORGANIZATION || reached?.includes(addressHash) === true;
  const newest = await listAlerts(table, id, { limit: NEWEST });
  const returned = newest.filter(
    (alert) =>
      alert.channel === 'email' && alert.state === 'sent' && alert.attempts.some(wasMailed) && wasToIt(alert),
  );
  for (const alert of returned) {
    const reached = alert.reached?.filter((other) => other !== addressHash) ?? [];
    if (reached.length > 0) await unlessRefused(unreachAlert(table, alert, reached));
    else await settleBounced(table, alert, attempt);
  }
}

function failureOf(monitor: Monitor, { addressHash, reason, mailedAt }: ConsentStop, now: Instant) {
  const id = hashOf(`${monitor.id}|${addressHash}|${mailedAt}|${reason}`).slice(0, 32);
  const words = { kind: 'channel_failing', alertId: `msg_${id}`, downSince: mailedAt } as const;
  const content = contentAbout(monitor, { ...words, failingChannel: 'email' }, now);
  return { channel: 'email', detail: STOPPED_BECAUSE[reason], content } as const;
}
