import { MINUTE_MS } from '../../domain/calendar.ts';
import { hashOf } from '../../adapters/ids.ts';
import { getAlert, listAlerts, unreachAlert } from '../../data/alerts/alerts.ts';
import { listConsents } from '../../data/alerts/consents.ts';
import { listOwnerChannels, noteDelivery, type KeptChannel } from '../../data/alerts/owner-channels.ts';
import { unlessRefused } from '../../data/items.ts';
import { listMonitors } from '../../data/monitors/space-monitors.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import type { Table } from '../../data/table.ts';
import { endStop, stopConsent, type ConsentStop } from '../../data/alerts/stopped-addresses.ts';
import { BOUNCED, wasTold, type Alert, type Attempt } from '../../domain/alerts/alert.ts';
import { contentAbout } from '../../domain/alerts/alert-content.ts';
import { STOPPED_BECAUSE } from '../../domain/alerts/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import type { AlertChannel, Monitor } from '../../domain/monitors/monitor.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { managersOfSpace, someManagerAgrees } from '../accounts/organization-managers.ts';
import { speaksFor } from '../../domain/alerts/owner-channel.ts';
import { hashOfAddress } from '../address-hash.ts';
import { sideBySide } from '../concurrently.ts';
import { settleBounced } from './settle.ts';
import { tellChannelFailure, type ChannelFailureDeps } from './channel-failure.ts';

/** Monitors beyond these show it with their next alert. */
const SHOWN_MAX = 100;
/** A mail comes back within days; so many alerts of a monitor are looked through for it. */
const NEWEST = 100;
/** From when the mail service took a mail until that was written. */
const SENT_WITHIN_MS = MINUTE_MS;

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
  await sideBySide(failing, 1, (monitor) =>
    tellChannelFailure(deps, monitor, failureOf(monitor, 'email', stop, now)),
  );
  if (stop.reason === 'bounced')
    await sideBySide([...named, ...ofAll].slice(0, SHOWN_MAX), 1, (monitor) =>
      noteBouncedAlerts(deps, monitor, stop, 'email'),
    );
  const channels = await listOwnerChannels(deps.table, [stop.spaceId]);
  const mailing = channels.filter(({ to }) => to !== null && hashOfAddress(to) === stop.addressHash);
  await sideBySide(mailing, 1, (channel) => stopChannel(deps, channel, monitors, stop));
  await endStop(deps.table, stop);
}

/** The same of a channel of mail: it shows red, and so do the monitors of its space for which it speaks. */
async function stopChannel(
  deps: ChannelFailureDeps,
  channel: KeptChannel,
  monitors: readonly Monitor[],
  stop: ConsentStop,
): Promise<void> {
  const at = deps.clock.now();
  const last = { at, delivered: false, outcome: stop.reason, detail: STOPPED_BECAUSE[stop.reason] };
  await unlessRefused(noteDelivery(deps.table, channel, last));
  const spoken = monitors.filter((monitor) => speaksFor(channel, monitor)).slice(0, SHOWN_MAX);
  await sideBySide(spoken, 1, async (monitor) => {
    await tellChannelFailure(deps, monitor, failureOf(monitor, channel.id, stop, at));
    if (stop.reason === 'bounced') await noteBouncedAlerts(deps, monitor, stop, channel.id);
  });
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
  by: AlertChannel,
): Promise<void> {
  const detail = STOPPED_BECAUSE.bounced;
  const attempt = { at: clock.now(), outcome: BOUNCED, status: null, detail, durationMs: 0 };
  const newest = await listAlerts(table, id, { limit: NEWEST });
  const isReturned = by === 'email' && alertTo === ORGANIZATION ? wasMailedAmong : wasMailed;
  const returned = newest.filter(
    (alert) => alert.channel === by && isReturned(alert, { mailedAt, addressHash }),
  );
  for (const alert of returned) await takeBack(table, alert, { addressHash, attempt });
  // Mail may come back before it is written that it went out. Whoever brings the event does so again.
  const isJustMailed = clock.now() <= mailedAt + SENT_WITHIN_MS;
  const isUnderWay = ({ channel, claimedUntil }: Alert) =>
    channel === by && (claimedUntil ?? 0) > clock.now();
  if (isJustMailed && newest.some(isUnderWay)) throw new Error('A mail of the monitor is under way.');
}

type Returned = Pick<ConsentStop, 'mailedAt' | 'addressHash'>;

function wasMailed(alert: Alert, { mailedAt }: Returned): boolean {
  return (
    isOver(alert) &&
    wasTold(alert) &&
    alert.attempts.some(({ at, outcome }) => outcome === 'sent' && Math.abs(at - mailedAt) <= SENT_WITHIN_MS)
  );
}

/** What was given up on may have reached somebody before: some of many, or whoever had it sent once more. */
function isOver({ state }: Alert): boolean {
  return state === 'sent' || state === 'failed';
}

/** One to many mails each of them once, at any of its turns: also while others wait for theirs, and a turn may be no try. */
function wasMailedAmong(alert: Alert, { mailedAt, addressHash }: Returned): boolean {
  const { state, reached, createdAt, attempts } = alert;
  if (!reached?.includes(addressHash) || mailedAt < createdAt - SENT_WITHIN_MS) return false;
  return state === 'pending' || (isOver(alert) && mailedAt <= (attempts.at(-1)?.at ?? 0) + SENT_WITHIN_MS);
}

/** Mail to several of those whom an alert has reached may come back at once: each of them is taken out, and the last ends it. */
async function takeBack(
  table: Table,
  found: Alert,
  { addressHash, attempt }: { addressHash: string; attempt: Attempt },
): Promise<void> {
  await retryOnConflict(async (conflict) => {
    const alert = conflict ? await getAlert(table, found.monitorId, found.sk) : found;
    if (!alert || !(isOver(alert) || alert.state === 'pending')) return;
    // The same event, brought twice at once, has taken it out already.
    if (found.reached && !alert.reached?.includes(addressHash)) return;
    const reached = alert.reached?.filter((other) => other !== addressHash) ?? [];
    if (reached.length > 0 || alert.state === 'pending') await unreachAlert(table, alert, reached);
    else await settleBounced(table, alert, attempt);
  });
}

/** A monitor and a channel of its owner may mail one address: each failure is told under an id of its own. */
function failureOf(
  monitor: Monitor,
  channel: AlertChannel,
  { addressHash, reason, mailedAt }: ConsentStop,
  now: Instant,
) {
  const id = hashOf([monitor.id, addressHash, mailedAt, reason, channel].join('|')).slice(0, 32);
  const words = { kind: 'channel_failing', alertId: `msg_${id}`, downSince: mailedAt } as const;
  const content = contentAbout(monitor, { ...words, failingChannel: 'email' }, now);
  return { channel, detail: STOPPED_BECAUSE[reason], content };
}
