import { HOUR_MS, MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { spread } from '../hash-number.ts';
import type { Alert } from './alert.ts';
import type { AlertContent } from './alert-content.ts';

/** Longer than an untried alert needs to be told or to fail once, with a queue that works. */
const NEWER_INCIDENT_WAITS_MS = 30 * MINUTE_MS;
/** Longer than all the tries of one alert. */
const SAME_INCIDENT_WAITS_MS = 6 * HOUR_MS;
/** Between a try that failed and the next one on its channel, whichever alert makes it. */
const TRIES_APART_MS = LIMITS.deliveryRetryDelaysSec[0] * 1000;
/** Enough for the checker to see the alert as due. */
const A_MOMENT_MS = 1000;

/** What an alert may do now: be told, in place of some that were not delivered, or wait. */
export type Turn = { kind: 'tell'; insteadOf: Alert[] } | { kind: 'wait'; until: Instant };

/**
 * True for alerts that keep the order of their channel (DECISIONS.md "Incidents" 2a): those about what a job did. Tests
 * and reports are sent as they come, and so is an alert that was final and is sent once more.
 */
export function keepsOrder({ content, reopened }: Pick<Alert, 'content' | 'reopened'>): boolean {
  return !reopened && (content.kind === 'miss' || content.kind === 'recovery');
}

/** True when one alert of a monitor happened before another: by incident, then by its number, the recovery last. */
export function isBefore(one: AlertContent, other: AlertContent): boolean {
  if (one.incident !== other.incident) return one.incident < other.incident;
  if (one.alertNumber !== other.alertNumber) return one.alertNumber < other.alertNumber;
  return one.kind === 'miss' && other.kind === 'recovery';
}

/**
 * Whether a leased alert may be told, given the `undelivered` ones of its channel that happened before it, in order.
 * 1. What is being told right now, or has not been tried and can be, goes first.
 * 2. A recovery or a repeat waits for the alerts of its own incident until they are final.
 * 3. The first alert of a newer incident takes the place of what was tried and failed, or stands for what was, and of
 *    what waits behind that; it is told when `tryAtInsteadOf` says. So does one to a channel that leads elsewhere since.
 * 4. Nothing waits without limit: past it an alert takes the place of all that is older.
 */
export function turnOf(alert: Alert, undelivered: Alert[], now: Instant): Turn {
  // An alert that was tried has had its turn; its next try must say the same.
  if (undelivered.length === 0 || alert.attempts.length > 0) return { kind: 'tell', insteadOf: [] };
  const takenUntil = Math.max(...undelivered.map(({ claimedUntil }) => claimedUntil ?? 0));
  if (takenUntil > now) return { kind: 'wait', until: takenUntil };
  const first = [...Map.groupBy([...undelivered, alert], ({ content }) => content.incident).values()];
  const untried = first.flatMap(([opening]) => opening ?? []).find((each) => !hasFailed(each));
  const opensNewer = untried === alert && alert.content.kind === 'miss';
  const isForNewRecipient = alert.content.toElsewhere === true && untried === undefined;
  if (opensNewer || isForNewRecipient || hasWaitedEnough(alert, undelivered, now))
    return { kind: 'tell', insteadOf: undelivered };
  const ahead = untried ?? undelivered.find(({ content }) => content.incident === alert.content.incident);
  return { kind: 'wait', until: Math.max(now + A_MOMENT_MS, ahead?.nextTryAt ?? 0, ahead?.pace?.until ?? 0) };
}

/**
 * When an alert that takes the place of others may be tried. A failing receiver is tried once a minute at most, however
 * many alerts there are for it. Alerts that take a place one after the other keep that time, so that none is put off
 * for good.
 */
export function tryAtInsteadOf(older: readonly Alert[]): Instant {
  return Math.max(0, ...older.map(mayBeTriedAgainAt));
}

function mayBeTriedAgainAt({ attempts, nextTryAt }: Alert): Instant {
  const last = attempts.at(-1);
  return last ? last.at + TRIES_APART_MS : (nextTryAt ?? 0);
}

/** True also of an alert that waits for a next try on behalf of those it took the place of. */
function hasFailed({ attempts, nextTryAt }: Alert): boolean {
  return attempts.length > 0 || (nextTryAt ?? 0) > 0;
}

function hasWaitedEnough(alert: Alert, undelivered: Alert[], now: Instant): boolean {
  if (alert.waitingSince === null) return false;
  const isNewer = undelivered.every(({ content }) => content.incident < alert.content.incident);
  return now >= alert.waitingSince + (isNewer ? NEWER_INCIDENT_WAITS_MS : SAME_INCIDENT_WAITS_MS);
}

/**
 * Seconds to wait after the given number of failed tries, or null when the alert is given up on: after about
 * 1, 5, 15 and 60 minutes (DECISIONS.md "Alert channels" 2).
 */
export function nextTryOf(failedTries: number): number | null {
  return LIMITS.deliveryRetryDelaysSec[failedTries - 1] ?? null;
}

/** The same of one alert: up to a fifth later, never earlier, so that those that failed together do not come back together. */
export function nextTryFor({ alertId }: Pick<AlertContent, 'alertId'>, failedTries: number): number | null {
  const delaySec = nextTryOf(failedTries);
  return delaySec === null
    ? null
    : delaySec + Math.round((delaySec / 5) * shareOf(`${alertId} ${failedTries}`));
}

/** From 0 to 1, as an alert and its try have it. */
function shareOf(text: string): number {
  return (spread(text) % 1000) / 1000;
}
