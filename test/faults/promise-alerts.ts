import { DELIVERED, isDropped, wasDelivered } from './heard.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import type { Arrival } from '../support/faults/fault-outside.ts';
import { inLife, type Facts, type Watched } from './facts.ts';
import type { Holdings } from './ledger.ts';

/** DECISIONS.md "Alert channels" 2. */
const RETRY_DELAYS_SEC = [60, 300, 900, 3600];
/** The queue is worked off at least this often here; the checker looks after a try later than that. */
const PUMPED_SEC = 595;
/** Those in which something is down for as long as all tries take, or again whenever one comes. */
const LONG = new Set(['deaf', 'everything', 'together', 'paused']);
const TRIES = 5;
/**
 * Those in which an alert can wait for longer than it may although its channel is well: faults of ours, an absence of
 * the checker, or a queue that is worked off only now and then, as it is here in long hours.
 */
const OURS = new Set([
  'limited',
  'table',
  'queue',
  'kills',
  'busy',
  'rooms',
  'topics',
  'hurry',
  'absent',
  'deaf',
  'ages',
  'capped',
  'strangers',
  'hanging',
  'everything',
  'together',
]);
/** How a try ends that its receiver refused. */
const PACE = new Set(['refused_status', 'throttled', 'sent_to_some', 'too_slow']);
/** How an alert ends that is not told. */
const UNTRIED = new Set(['no_alert_sent', 'monitor_gone', 'no_address', 'superseded', 'paused_meanwhile']);
const FINAL = new Set(['sent', 'failed', 'skipped', 'undeliverable', 'superseded']);

/**
 * Each alert in the ledger reached whom it was for, is final and says so truthfully; a receiver that drops repeated
 * ids sees each alert once. DECISIONS.md "Incidents and alerts" 3, 4, 6 and 7.
 */
export function everyAlertOnce(facts: Facts, holdings: Holdings): string[] {
  const broken: string[] = [];
  const byId = new Map<string, Alert>();
  for (const [monitorId, alerts] of holdings.alerts) {
    const lives = facts.monitors.filter(({ id }) => id === monitorId);
    for (const life of lives) broken.push(...mailedTwice(facts, life, alerts));
    for (const alert of alerts) {
      const watched = lives.find((life) => inLife(life, alert.createdAt));
      const say = (text: string) => broken.push(`${watched?.name ?? monitorId}: alert ${alert.sk} ${text}`);
      if (byId.has(alert.content.alertId)) say(`shares its id with ${byId.get(alert.content.alertId)?.sk}`);
      byId.set(alert.content.alertId, alert);
      // It went with its ledger before the service was back to tell it.
      if (isSweptUntold(facts, alert)) continue;
      for (const fault of ledgerFaults(alert)) say(fault);
      for (const fault of supersededFaults(facts, alert, alerts)) say(fault);
      if (watched) for (const fault of deliveryFaults(facts, watched, alert, alerts)) say(fault);
    }
  }
  return [...broken, ...postFaults(facts, byId), ...orderFaults(facts.posts)];
}

/** True of what nobody worked off in the 90 days for which the ledger is kept. */
function isSweptUntold({ swept }: Facts, { monitorId, sk, state }: Alert): boolean {
  return state === 'pending' && swept.some((item) => item['monitorId'] === monitorId && item['sk'] === sk);
}

function ledgerFaults(alert: Alert): string[] {
  const faults: string[] = [];
  if (!FINAL.has(alert.state)) faults.push(`is ${alert.state} at the end`);
  const leftovers = ['dueAt', 'duePk', 'claimedUntil'].filter((name) => name in alert);
  if (leftovers.length > 0) faults.push(`is ${alert.state} but keeps ${leftovers.join(' and ')}`);
  const last = alert.attempts.at(-1);
  if (alert.state !== 'undeliverable' && !last) faults.push('has no attempt on record');
  if (alert.state === 'sent' && last && !['delivered', 'sent'].includes(last.outcome)) {
    faults.push(`is sent, its last attempt ended ${last.outcome}`);
  }
  return faults;
}

/** What was superseded was tried in vain, or waited behind such a one, and a newer alert names it. */
function supersededFaults(facts: Facts, alert: Alert, alerts: readonly Alert[]): string[] {
  if (alert.state !== 'superseded') return [];
  const { incident, alertId } = alert.content;
  const isOwed = endsTold(facts, alert, alerts);
  const named = alerts.some(
    (newer) =>
      newer.channel === alert.channel &&
      !(isOwed && (newer.state === 'superseded' || isDropped(newer))) &&
      (newer.state !== 'pending' || isSweptUntold(facts, newer)) &&
      newer.content.incident >= incident &&
      isNamedIn(newer.content, alertId),
  );
  const failed = alerts.some(
    (older) =>
      older.channel === alert.channel &&
      older.content.incident <= incident &&
      triesOf(older).some(({ outcome }) => !DELIVERED.has(outcome)),
  );
  return [
    ...(named ? [] : ['is superseded, and no newer alert names it']),
    ...(failed || OURS.has(facts.plan) ? [] : ['is superseded, and nothing failed before it']),
  ];
}

function isNamedIn({ superseded }: Alert['content'], alertId: string): boolean {
  if (superseded === undefined) return false;
  const { total, last } = superseded;
  return total > last.length || last.some((each) => each.alertId === alertId);
}

/** The end of an incident that its channel told is owed to who heard of it. What its owner sends once more has no order. */
function endsTold({ resent }: Facts, { content, channel }: Alert, alerts: readonly Alert[]): boolean {
  const misses = alerts.filter(
    (alert) =>
      alert.channel === channel &&
      alert.content.kind === 'miss' &&
      alert.content.incident === content.incident &&
      alert.content.downSince === content.downSince,
  );
  const isResent = misses.some((alert) => resent.has(alert.content.alertId));
  return content.kind === 'recovery' && !isResent && misses.some(wasDelivered);
}

/** Tries to tell, as the receiver could count them. */
function triesOf({ attempts }: Alert): Alert['attempts'] {
  return attempts.filter(({ outcome }) => outcome !== 'superseded');
}

function deliveryFaults(facts: Facts, watched: Watched, alert: Alert, alerts: readonly Alert[]): string[] {
  const { channel, state } = alert;
  const reached = arrivalsOf(facts, watched, alert);
  const answered = reached.filter((arrival) => arrival.answered);
  const faults: string[] = [];
  if (state === 'sent' && answered.length === 0) faults.push('is sent, yet nobody answered for it');
  // The tries take longer than faults last, but for the hours of one ordeal.
  const isGivenUp = state === 'failed' && LONG.has(facts.plan) && triesOf(alert).length >= TRIES;
  if (state === 'failed' && !isGivenUp) faults.push('was given up on');
  // A deletion stops alerts; an address that was turned off or never asked gets none.
  const isOff = watched.deletion !== null || channel === 'email' || channel === 'none';
  const extendedForOutage =
    isOff || state === 'superseded' || isGivenUp || isDropped(alert) || endsNothing(watched, alert, alerts);
  if (isDropped(alert) && (!watched.pausedOnce || alert.content.reason === 'fail'))
    faults.push('was dropped as what a pause had put off');
  if (state !== 'sent' && !extendedForOutage)
    faults.push(`was not told: ${state} ${alert.attempts.at(-1)?.outcome ?? ''}`);
  const tries = facts.tries.filter((id) => id === alert.content.alertId).length;
  const told = alert.attempts.filter(({ outcome }) => !UNTRIED.has(outcome));
  if (channel === 'webhook' && told.length > tries)
    faults.push(`has ${told.length} attempts of ${tries} tries on record`);
  if (facts.resent.has(alert.content.alertId)) return faults;
  faults.push(...earlyRetries(alert));
  if (facts.plan === 'mail' || facts.plan === 'receiver') faults.push(...lateRetries(alert));
  if (facts.plan === 'calm' && channel === 'webhook' && reached.length > 1) {
    faults.push(`was POSTed ${reached.length} times without any fault`);
  }
  if (facts.plan === 'limited' && triesOf(alert).some(({ outcome }) => PACE.has(outcome)))
    faults.push('counts a refusal for pace as a try');
  if (facts.plan === 'calm' && alert.attempts.length > 1)
    faults.push('took several attempts without any fault');
  return faults;
}

/** Of an incident that this channel never told there is no end to tell. A later life may number anew. */
function endsNothing(watched: Watched, recovery: Alert, alerts: readonly Alert[]): boolean {
  const { content, channel, state } = recovery;
  const misses = alerts.filter(
    (alert) =>
      inLife(watched, alert.createdAt) &&
      alert.channel === channel &&
      alert.content.kind === 'miss' &&
      alert.content.incident === content.incident,
  );
  return content.kind === 'recovery' && state === 'skipped' && !misses.some(wasDelivered);
}

/** However many messages about it there are, a try has its time. */
function earlyRetries(alert: Alert): string[] {
  const attempts = triesOf(alert);
  return attempts.slice(1).flatMap((attempt, index) => {
    const waitedSec = (attempt.at - (attempts[index]?.at ?? 0)) / 1000;
    return waitedSec < (RETRY_DELAYS_SEC[index] ?? 0) ? [`was tried again after ${waitedSec} s`] : [];
  });
}

/** With a queue that works a failed try is repeated on time, not when the checker looks after it. */
function lateRetries(alert: Alert): string[] {
  const attempts = triesOf(alert);
  return attempts.slice(1).flatMap((attempt, index) => {
    const waitedSec = (attempt.at - (attempts[index]?.at ?? 0)) / 1000;
    return waitedSec > (RETRY_DELAYS_SEC[index] ?? 0) * 1.2 + PUMPED_SEC
      ? [`waited ${waitedSec} s for a try`]
      : [];
  });
}

function arrivalsOf(facts: Facts, watched: Watched, alert: Alert): Arrival[] {
  if (alert.channel === 'webhook') return facts.posts.filter((post) => post.id === alert.content.alertId);
  if (alert.content.kind === 'blind')
    return facts.mails.filter(({ text }) => text.includes('could not receive pings'));
  return mailsAbout(facts, watched);
}

export function mailsAbout(facts: Pick<Facts, 'mails'>, { name }: Pick<Watched, 'name'>): Arrival[] {
  const named = new RegExp(`\\b${name}\\b`);
  return facts.mails.filter((mail) => mail.id === 'alert' && named.test(mail.text));
}

/** A mail has no id that its reader could drop: without faults there is one for each alert. */
function mailedTwice(facts: Facts, watched: Watched, alerts: readonly Alert[]): string[] {
  if (facts.plan !== 'calm' || alerts.some(({ content }) => facts.resent.has(content.alertId))) return [];
  const sent = alerts.filter((alert) => alert.channel === 'email' && alert.state === 'sent').length;
  const mails = mailsAbout(facts, watched).length;
  return mails > sent ? [`${watched.name}: ${mails} mails told ${sent} alerts without any fault`] : [];
}

/** What reached the receiver is what the ledger says, under one id. */
function postFaults({ posts, monitors }: Facts, byId: Map<string, Alert>): string[] {
  const broken: string[] = [];
  const idOf = new Map<string, string>();
  const bodyOf = new Map<string, string>();
  for (const post of posts) {
    const alert = byId.get(post.id);
    if (!alert) broken.push(`a POST carries ${post.id}, which no alert has`);
    if (alert && alert.channel !== 'webhook') broken.push(`${post.id} is the id of another channel`);
    const { incident, alert: number, type, decided } = post.json;
    const monitorId = jobOf(post);
    // The incidents of another life may begin anew.
    const life = monitors.findIndex(({ id, toAt }) => id === monitorId && (alert?.createdAt ?? 0) < toAt);
    const what = [monitorId, life, incident, number, type, decided, alert?.content.kind].join(' ');
    if (alert?.content.kind === 'miss' || alert?.content.kind === 'recovery') {
      if ((idOf.get(what) ?? post.id) !== post.id) broken.push(`one alert came under two ids: ${what}`);
      idOf.set(what, post.id);
    }
    if ((bodyOf.get(post.id) ?? post.text) !== post.text) broken.push(`${post.id} came with two bodies`);
    bodyOf.set(post.id, post.text);
  }
  return broken;
}

/** To a receiver that drops repeats, an alert comes before its recovery. */
function orderFaults(posts: readonly Arrival[]): string[] {
  const missed = new Set<string>();
  const broken: string[] = [];
  for (const { json } of posts) {
    const incident = `${jobOf({ json })} ${String(json['incident'])}`;
    if (json['type'] === 'service.miss') missed.add(incident);
    if (json['type'] === 'service.recovery' && !missed.has(incident)) {
      broken.push(`the recovery of ${incident} came before its alert`);
    }
  }
  return broken;
}

/** The monitor that a POST is about, however it was shown when that was decided. */
function jobOf({ json }: Pick<Arrival, 'json'>): string {
  return String(json['endpoint_id']).slice(0, 26);
}
