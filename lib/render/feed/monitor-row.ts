import type { FeedMonitor } from '../../domain/feed/feed-monitor.ts';
import { isTrouble, standingOf } from '../../domain/feed/standing.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Markup, markup } from '../markup.ts';
import { driftsText } from '../monitors/proposal-words.ts';
import { durationText, everyText, moment } from '../time-text.ts';
import { badgeWidthPx } from './badge.ts';

/** One monitor on the page: a line that tells the state, and behind it the facts and the badge. */
export function monitorRow(monitor: FeedMonitor, badgeUrl: string, open: boolean, now: Instant): Markup {
  const { name } = monitor;
  const facts = factsOf(monitor, now).map(([term, fact]) => markup`<dt>${term}<dd>${fact}`);
  const maintained = monitor.maintainedUntil === null ? null : markup`<small>in maintenance</small>`;
  const opened = open ? markup` open` : null;
  return markup`<li><details${opened}><summary><b>${standingOf(monitor)}</b><bdi>${name}</bdi>${maintained}${tellingMoment(monitor, now)}</summary><dl>${facts}</dl><img src="${badgeUrl}" width="${badgeWidthPx(name, standingOf(monitor))}" height="20" alt="" loading="lazy"></details>\n`;
}

/** Since when a monitor stands as it does, or when it was heard last. */
export function tellingMoment(monitor: FeedMonitor, now: Instant): Markup {
  const { incident, lastEventAt, stateSince } = monitor;
  const standing = standingOf(monitor);
  switch (standing) {
    case 'failing':
    case 'running too long':
    case 'beyond its threshold':
      return moment(incident?.since ?? stateSince, `for ${since(incident?.since ?? stateSince, now)}`);
    case 'late':
      return moment(lastEventAt ?? stateSince, `silent for ${since(lastEventAt ?? stateSince, now)}`);
    case 'waiting':
      return moment(monitor.createdAt, `for ${since(monitor.createdAt, now)}`);
    case 'paused':
    case 'inactive':
      return moment(stateSince, `for ${since(stateSince, now)}`);
    case 'ok':
      if (monitor.isOfNumber) return moment(stateSince, `for ${since(stateSince, now)}`);
      return moment(lastEventAt ?? stateSince, ago(lastEventAt ?? stateSince, now));
  }
}

function factsOf(monitor: FeedMonitor, now: Instant): [string, Markup | string][] {
  const { state, deadlineAt, lastEventAt, missCount, stateSince, drifts, maintainedUntil, tags } = monitor;
  const facts: [string, Markup | string][] = [['Expected', rhythmOf(monitor)]];
  if (deadlineAt !== null && state === 'late')
    facts.push(['Was due by', moment(deadlineAt, ago(deadlineAt, now))]);
  if (deadlineAt !== null && state === 'ok') facts.push(['Due', moment(deadlineAt, within(deadlineAt, now))]);
  const isFailing = state !== 'late' && isTrouble(standingOf(monitor));
  if (!monitor.isOfNumber && (state === 'paused' || state === 'inactive' || isFailing)) {
    facts.push(['Last ping', lastEventAt === null ? 'never' : moment(lastEventAt, ago(lastEventAt, now))]);
  }
  if (state === 'ok' && !isFailing) facts.push(['OK', moment(stateSince, `for ${since(stateSince, now)}`)]);
  // A miss is counted a little after it is seen: a silent monitor must not read "never".
  if (missCount > 0) facts.push(['Went silent', missCount === 1 ? 'once' : `${missCount} times`]);
  if (drifts.length > 0) facts.push(['Noticed, no alert', driftsText(drifts)]);
  if (maintainedUntil !== null)
    facts.push([
      'In maintenance',
      moment(maintainedUntil, `for another ${roughly((maintainedUntil - now) / 1000)}`),
    ]);
  facts.push(['Alerts', alertWords(monitor.alerts)]);
  if (tags.length > 0) facts.push(['Tags', tags.join(', ')]);
  return facts;
}

function rhythmOf(monitor: FeedMonitor): Markup | string {
  if (monitor.isOfNumber) return 'a number within its threshold';
  if (monitor.cron === null) return everyText(monitor.intervalSec);
  const grace = monitor.graceSec === null ? '' : `, ${durationText(monitor.graceSec)} of grace`;
  return markup`<code>${monitor.cron}</code> ${monitor.tz ?? 'UTC'}${grace}`;
}

function alertWords(alerts: { email: boolean; url: boolean }): string {
  if (alerts.email && alerts.url) return 'by e-mail and webhook';
  if (alerts.email) return 'by e-mail';
  return alerts.url ? 'by webhook' : 'nobody is notified';
}

/** How long it is since an instant, in words. */
export function since(at: Instant, now: Instant): string {
  return roughly((now - at) / 1000);
}

function ago(at: Instant, now: Instant): string {
  return now - at < 1000 ? 'just now' : `${since(at, now)} ago`;
}

function within(at: Instant, now: Instant): string {
  return at <= now ? 'now' : `within ${roughly((at - now) / 1000)}`;
}

/** From ten minutes on, seconds only make a wall restless. */
function roughly(spanSec: number): string {
  return durationText(spanSec < 600 ? spanSec : spanSec - (spanSec % 60));
}
