import { noteInContent, releaseAlert } from '../../data/alerts/alerts.ts';
import { supersedeAlerts } from '../../data/alerts/supersede-alerts.ts';
import { WriteConflict } from '../../data/table.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { heldUntil } from '../../domain/alerts/alert-stop.ts';
import { isNoLongerSo, lookAgainAt, PAUSED_MEANWHILE, putOffUntil } from '../../domain/alerts/put-off.ts';
import { superseding } from '../../domain/alerts/superseded-alerts.ts';
import { keepsOrder, tryAtInsteadOf, turnOf } from '../../domain/alerts/retry-schedule.ts';
import type { ToldMonitor } from '../../domain/alerts/owner-channel.ts';
import { isPager } from '../../domain/alerts/sending/channel-kind.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import type { NotifierDeps } from '../../runtime/deps.ts';
import { earlierAlerts } from './alert-order.ts';
import { skipped, type DeliveryResult } from './delivery-result.ts';

/** What to do with a leased alert. With `waitSec` it was released; null leaves it to the checker. */
export type Next = { tell: Alert; monitor: ToldMonitor } | { settle: DeliveryResult } | Waiting;
type Waiting = { waitSec: number | null };

/** Long enough for alerts of the same check. The queue counts receipts, so further waits are the checker's. */
const FIRST_WAIT_SEC = 20;
/** A transaction takes a hundred items. */
const SUPERSEDED_AT_ONCE = 90;

const NOTHING_TO_RECOVER_FROM = skipped(
  'no_alert_sent',
  'No alert of this incident was sent here, so no recovery is due.',
);
const WELL_AFTER_PAUSE = skipped(
  PAUSED_MEANWHILE,
  'The monitor was paused before this was sent, and it was over when the pause ended.',
);
const MONITOR_GONE = skipped('monitor_gone', 'The monitor has been deactivated.');

/** Keeps the order of a channel (DECISIONS.md "Incidents" 2a, 3 and 4), also for alerts that will not be sent. */
export async function takeTurn(
  deps: NotifierDeps,
  leased: Alert,
  monitor: ToldMonitor | undefined,
): Promise<Next> {
  const held = await whileHeld(deps, leased);
  return 'waitSec' in held ? held : ofItsMonitor(deps, held.tell, monitor);
}

async function ofItsMonitor(
  deps: NotifierDeps,
  leased: Alert,
  monitor: ToldMonitor | undefined,
): Promise<Next> {
  const pausedUntil = monitor ? putOffUntil(leased, monitor, deps.clock.now()) : null;
  if (pausedUntil !== null) return leaveToChecker(deps, leased, pausedUntil);
  if (monitor && isNoLongerSo(leased, monitor, deps.clock.now())) return { settle: WELL_AFTER_PAUSE };
  const next = keepsOrder(leased) ? await afterOlder(deps, leased, monitor) : { tell: leased };
  if (!('tell' in next)) return next;
  return monitor && isOfItsLife(leased, monitor) ? { ...next, monitor } : { settle: MONITOR_GONE };
}

/**
 * The operator's stop: the alert is let go, with a note of when it is held, which it tells. The checker brings it back in
 * time, and at each check before, since the stop may end early. What was tried before says no more than it said then.
 */
async function whileHeld(deps: NotifierDeps, leased: Alert): Promise<{ tell: Alert } | Waiting> {
  const now = deps.clock.now();
  const { held, decidedAt } = leased.content;
  const note = async (to: Instant) =>
    leased.attempts.length > 0 || held?.to === to
      ? leased
      : noteInContent(deps.table, leased, 'held', { from: decidedAt, to });
  const until = heldUntil(leased, deps.config.hold, now);
  if (until === null) return { tell: held && now < held.to ? await note(now) : leased };
  return leaveToChecker(deps, await note(until), until);
}

/** The message is done with: the checker brings the alert back after the stop or pause, or earlier when that was ended. */
async function leaveToChecker(deps: NotifierDeps, leased: Alert, until: Instant): Promise<Waiting> {
  const dueAt = lookAgainAt(until, deps.clock.now());
  await releaseAlert(deps.table, leased, { dueAt, waitingSince: null, deferred: true });
  return { waitSec: null };
}

/** A monitor that was deleted and created again by its key sends no alerts of its earlier life. */
function isOfItsLife({ createdAt }: Alert, monitor: Monitor): boolean {
  return monitor.active && createdAt >= monitor.createdAt;
}

async function afterOlder(
  deps: NotifierDeps,
  leased: Alert,
  monitor: ToldMonitor | undefined,
): Promise<{ tell: Alert } | { settle: DeliveryResult } | Waiting> {
  const now = deps.clock.now();
  const { undelivered, incident, unended } = await earlierAlerts(deps.table, leased);
  const isRecovery = leased.content.kind === 'recovery';
  const isPaged = monitor?.sending !== undefined && isPager(monitor.sending.kind);
  // What was tried may be open where incidents are kept: to close one that is not there does no harm.
  const endsNothing = isRecovery && (incident === 'undeliverable' || (incident === 'tried' && !isPaged));
  // One that may end nothing must not take the place of what another incident has to tell.
  const turn = turnOf(leased, endsNothing ? ofItsIncident(leased, undelivered) : undelivered, now);
  if (turn.kind === 'wait') return wait(deps, leased, turn.until);
  if (isRecovery && incident === 'open') return wait(deps, leased, now + 1000);
  const alert = await inPlaceOf(deps, leased, turn.insteadOf);
  if (alert === null) return wait(deps, leased, now + 1000);
  if (endsNothing) return { settle: NOTHING_TO_RECOVER_FROM };
  const tryAt = tryAtInsteadOf(turn.insteadOf);
  if (tryAt > now) return untilNextTry(deps, alert, tryAt);
  const pace = [alert, ...turn.insteadOf].find((each) => each.pace !== null)?.pace ?? null;
  const isFirstHere = incident !== 'told' || isForNewReader(alert, monitor);
  const told = isFirstHere ? await notedAsFirst(deps, alert) : alert;
  const content = isPaged && unended.length > 0 ? { ...told.content, unended } : told.content;
  return { tell: { ...told, content, pace } };
}

function ofItsIncident({ content }: Alert, alerts: readonly Alert[]): Alert[] {
  return alerts.filter((each) => each.content.incident === content.incident);
}

/** An organization has many readers, of whom one may be new. */
function isForNewReader({ content }: Alert, monitor: Monitor | undefined): boolean {
  return content.toElsewhere === true && monitor?.alertTo !== ORGANIZATION;
}

/** A later alert of an incident that its channel has told nobody of: who hears it first is not told of an alert 2. */
async function notedAsFirst({ table }: NotifierDeps, alert: Alert): Promise<Alert> {
  const { kind, alertNumber, firstHere } = alert.content;
  const isLater = kind === 'miss' && alertNumber > 1 && alert.attempts.length === 0 && !firstHere;
  return isLater ? noteInContent(table, alert, 'firstHere', true) : alert;
}

/** The alert, with the older ones superseded by it; null when another notifier took one of those meanwhile. */
async function inPlaceOf(deps: NotifierDeps, leased: Alert, older: readonly Alert[]): Promise<Alert | null> {
  const { incident, alertNumber } = leased.content;
  const detail = `Alert ${alertNumber} of incident ${incident} took its place.`;
  const attempt = { at: deps.clock.now(), outcome: 'superseded', status: null, detail, durationMs: 0 };
  const tryAt = tryAtInsteadOf(older);
  let alert = leased;
  try {
    for (let start = 0; start < older.length; start += SUPERSEDED_AT_ONCE) {
      const some = older.slice(start, start + SUPERSEDED_AT_ONCE);
      const superseded = superseding(alert.content.superseded, some);
      alert = await supersedeAlerts(deps.table, alert, some, { superseded, attempt, tryAt });
    }
    return alert;
  } catch (error) {
    if (error instanceof WriteConflict) return null;
    throw error;
  }
}

/** The receiver failed a moment ago: this alert is its next try. */
async function untilNextTry(deps: NotifierDeps, leased: Alert, tryAt: Instant): Promise<Waiting> {
  await releaseAlert(deps.table, leased, { dueAt: tryAt, waitingSince: leased.waitingSince });
  return { waitSec: Math.ceil((tryAt - deps.clock.now()) / 1000) };
}

/**
 * The first wait, when short, is left to the queue; the checker brings the alert back whatever becomes of the message.
 */
async function wait(deps: NotifierDeps, leased: Alert, until: Instant): Promise<Waiting> {
  const now = deps.clock.now();
  const isFirst = leased.waitingSince === null;
  await releaseAlert(deps.table, leased, { dueAt: until, waitingSince: leased.waitingSince ?? now });
  return { waitSec: isFirst && until <= now + FIRST_WAIT_SEC * 1000 ? FIRST_WAIT_SEC : null };
}
