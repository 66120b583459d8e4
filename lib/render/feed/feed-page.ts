import type { Feed, FeedMonitor, FeedUrls } from '../../domain/feed/feed-monitor.ts';
import { inRollOrder, ROLL_ORDER } from '../../domain/feed/roll-order.ts';
import { isTrouble, standingOf, type Standing } from '../../domain/feed/standing.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { countsOf, moodOf, tabTitleOf, wordOf } from './headline.ts';
import { monitorRow } from './monitor-row.ts';
import { pageHead } from './page-head.ts';
import { pageHeader, rollOverview } from './page-header.ts';
import { FEED_SCRIPT } from './page-script.ts';

const HEADINGS: Record<Standing, string> = {
  late: 'Late',
  failing: 'Failing',
  'running too long': 'Running too long',
  'beyond its threshold': 'Beyond its threshold',
  waiting: 'Waiting',
  paused: 'Paused',
  ok: 'OK',
  inactive: 'Inactive',
};

/** Up to here a roll shows every row opened: it still fits a phone. */
const SMALL_ROLL_MAX = 3;

/**
 * In each kind of trouble so many rows are open: a fleet that fell silent as a whole must stay readable. A closed row
 * still shows its line, so that no name in trouble has to be looked for.
 */
const OPENED_MAX = 10;

/**
 * The status feed as a page (SPEC.md "Public dashboard"): complete without JavaScript, and to be sent with
 * `feedPageSecurity`. Addresses of badges and links are taken as they are given.
 */
export function feedPage(feed: Feed, now: Instant): string {
  const { urls } = feed;
  const monitors = inRollOrder(feed.monitors);
  const groups = Map.groupBy(monitors, standingOf);
  const counts = countsOf(monitors.map(standingOf));
  return String(markup`<!doctype html>
<html lang="en">${pageHead(tabTitleOf(counts), moodOf(counts), alternatesOf(urls))}
<body>
${pageHeader(counts, now, rollOverview(counts))}
<p id="stale" role="alert" hidden></p>
<main>
${monitors.length === 0 ? emptyRoll(urls) : ROLL_ORDER.map((standing) => sectionOf(standing, groups.get(standing) ?? [], feed, now))}
</main>
${footerOf(urls)}
<p id="news" role="status"></p>
<script>${trustedMarkup(FEED_SCRIPT)}</script>
</body></html>
`);
}

function alternatesOf(urls: FeedUrls): Markup {
  return markup`<link rel="alternate" type="application/rss+xml" title="Changes of state" href="${urls.rss}">
<link rel="alternate" type="application/json" href="${urls.json}">
`;
}

function sectionOf(standing: Standing, rows: readonly FeedMonitor[], feed: Feed, now: Instant): Markup {
  if (rows.length === 0) return markup``;
  const { monitors, urls } = feed;
  const opened = isTrouble(standing) || monitors.length <= SMALL_ROLL_MAX ? OPENED_MAX : 0;
  const items = rows.map((monitor, index) =>
    monitorRow(monitor, urls.badge(monitor.rowId), index < opened, now),
  );
  const id = wordOf(standing);
  const kind = isTrouble(standing) ? `${id} trouble` : id;
  return markup`<section class="${kind}" aria-labelledby="${id}"><h2 id="${id}">${HEADINGS[standing]} <span>${rows.length}</span></h2>
<ul role="list">${items}</ul></section>
`;
}

function emptyRoll(urls: FeedUrls): Markup {
  return markup`<p class="lead">This feed has no monitors. As soon as its owner creates one, it appears here and waits for its first ping. <a href="${urls.apiIndex}">How to create a monitor</a></p>`;
}

function footerOf(urls: FeedUrls): Markup {
  return markup`<footer>
<p>The same monitors as <a href="${urls.json}">JSON</a>, <a href="${urls.rss}">RSS</a> and <a href="${urls.metrics}">metrics</a>. <a href="${urls.apiIndex}">API</a></p>
<p><a href="${urls.html}?wall=1">For a wall screen</a></p>
<p>Times are UTC. Refreshes every minute while open; without JavaScript, <a href="${urls.html}">reload it</a>.</p>
</footer>`;
}
