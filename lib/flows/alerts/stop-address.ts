import { hashOf } from '../../adapters/ids.ts';
import { bounceAlert, listAlerts } from '../../data/alerts/alerts.ts';
import { unlessRefused } from '../../data/items.ts';
import { listMonitors } from '../../data/monitors/space-monitors.ts';
import { stopConsent, type ConsentStop } from '../../data/alerts/stopped-addresses.ts';
import type { Attempt } from '../../domain/alerts/alert.ts';
import { contentAbout } from '../../domain/alerts/alert-content.ts';
import { STOPPED_BECAUSE } from '../../domain/alerts/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { hashOfAddress } from '../address-hash.ts';
import { sideBySide } from '../map-concurrently.ts';
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
  const monitors = await listMonitors(deps.table, [stop.spaceId], now);
  const mailed = monitors.filter(
    ({ active, alertTo }) => active && alertTo !== null && hashOfAddress(alertTo) === stop.addressHash,
  );
  await sideBySide(mailed.slice(0, SHOWN_MAX), 1, async (monitor) => {
    if (stop.reason === 'bounced') await noteBouncedAlerts(deps, monitor, stop);
    await tellChannelFailure(deps, monitor, failureOf(monitor, stop, now));
  });
}

/** The ledger says of what the mail service had taken that it came back. */
async function noteBouncedAlerts(
  { table, clock }: ChannelFailureDeps,
  { id }: Monitor,
  { mailedAt }: ConsentStop,
): Promise<void> {
  const detail = STOPPED_BECAUSE.bounced;
  const attempt = { at: clock.now(), outcome: 'bounced', status: null, detail, durationMs: 0 };
  const wasMailed = ({ at, outcome }: Attempt) =>
    outcome === 'sent' && Math.abs(at - mailedAt) <= SENT_WITHIN_MS;
  const newest = await listAlerts(table, id, { limit: NEWEST });
  const returned = newest.filter(
    ({ channel, state, attempts }) => channel === 'email' && state === 'sent' && attempts.some(wasMailed),
  );
  for (const alert of returned) await unlessRefused(bounceAlert(table, alert, attempt));
}

function failureOf(monitor: Monitor, { addressHash, reason, mailedAt }: ConsentStop, now: Instant) {
  const id = hashOf(`${monitor.id}|${addressHash}|${mailedAt}|${reason}`).slice(0, 32);
  const words = { kind: 'channel_failing', alertId: `msg_${id}`, downSince: mailedAt } as const;
  const content = contentAbout(monitor, { ...words, failingChannel: 'email' }, now);
  return { channel: 'email', detail: STOPPED_BECAUSE[reason], content } as const;
}
