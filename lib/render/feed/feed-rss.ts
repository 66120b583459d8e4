import type { Feed, FeedMonitor } from '../../domain/feed/feed-monitor.ts';
import { standingOf } from '../../domain/feed/standing.ts';
import { type Instant, isoOf } from '../../domain/instant.ts';
import { type Markup, markup } from '../markup.ts';
import { driftsText } from '../monitors/proposal-words.ts';

/**
 * The feed as RSS 2.0, one item per monitor, latest change of state first (SPEC.md "Public dashboard"). It tells
 * only what holds while the states hold, so the text (and its ETag) changes when a state changes and not before.
 */
export function feedRss(feed: Feed): string {
  const { monitors, urls } = feed;
  const newestFirst = monitors.toSorted(
    (one, other) => other.stateSince - one.stateSince || (one.rowId < other.rowId ? -1 : 1),
  );
  const latest = newestFirst[0];
  return String(markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Rollcall</title>
<link>${urls.html}</link>
<description>How each monitor stands: one item per monitor, new when its state changes.</description>
<language>en</language>
<ttl>5</ttl>
${latest === undefined ? null : markup`<lastBuildDate>${rssDate(latest.stateSince)}</lastBuildDate>\n`}<atom:link href="${urls.rss}" rel="self" type="application/rss+xml"/>
${newestFirst.map((monitor) => itemOf(monitor, urls.html))}</channel></rss>
`);
}

function itemOf(monitor: FeedMonitor, link: string): Markup {
  const guid = `${monitor.rowId}-${monitor.state}-${monitor.spellAt ?? monitor.stateSince}`;
  return markup`<item>
<title>${titleOf(monitor)}: ${monitor.name}</title>
<link>${link}</link>
<guid isPermaLink="false">${guid}</guid>
<pubDate>${rssDate(monitor.stateSince)}</pubDate>
<description>${[descriptionOf(monitor), ...troubleOf(monitor), ...noticeOf(monitor)].join(' ')}</description>
</item>
`;
}

/** The state, as SPEC.md has it, and the trouble behind it. The guid is the state's alone. */
function titleOf(monitor: FeedMonitor): string {
  const standing = standingOf(monitor);
  return standing === monitor.state ? monitor.state : `${monitor.state}, ${standing}`;
}

function troubleOf({ incident, state }: FeedMonitor): string[] {
  switch (incident?.reason) {
    case 'fail':
      return [`Its job has been failing since ${isoOf(incident.since)}.`];
    case 'too_long':
      return [`A run has been over its limit since ${isoOf(incident.since)}.`];
    case 'threshold':
      return [`Its number has been beyond its threshold since ${isoOf(incident.since)}.`];
    case 'silence':
      return state === 'ok'
        ? [`It has been silent since ${isoOf(incident.since)}, and no success has come since.`]
        : [];
    case undefined:
      return [];
  }
}

function noticeOf({ drifts }: FeedMonitor): string[] {
  return drifts.length === 0 ? [] : [`Noticed, no alert. ${driftsText(drifts)}`];
}

function descriptionOf(monitor: FeedMonitor): string {
  const since = isoOf(monitor.stateSince);
  switch (monitor.state) {
    case 'late':
      return monitor.lastEventAt === null
        ? `Late since ${since}.`
        : `Late since ${since}. The last ping came at ${isoOf(monitor.lastEventAt)}.`;
    case 'ok':
      return `OK since ${since}.`;
    case 'waiting':
      return `Waiting for its first ${monitor.isOfNumber ? 'reading' : 'ping'} since ${since}.`;
    case 'paused':
      return `Paused since ${since}: not checked, never alerts.`;
    case 'inactive':
      return `Inactive since ${since}.`;
  }
}

/** RFC 822 with a four-digit year, as RSS 2.0 asks. */
function rssDate(at: Instant): string {
  return new Date(at).toUTCString();
}
