import type { Feed, FeedMonitor, FeedUrls } from '../../domain/feed/feed-monitor.ts';
import { inRollOrder, ROLL_ORDER } from '../../domain/feed/roll-order.ts';
import { isTrouble, standingOf, type Standing } from '../../domain/feed/standing.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { moment } from '../time-text.ts';
import { headlineOf, moodOf, type StandingCounts, tabTitleOf } from './headline.ts';
import { monitorRow } from './monitor-row.ts';
import { pageHead } from './page-head.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { rollStrip } from './roll-strip.ts';

const HEADINGS: Record<Standing, string> = {
  late: 'Late',
  failing: 'Failing',
  'running too long': 'Running too long',
  waiting: 'Waiting',
  paused: 'Paused',
  ok: 'OK',
  inactive: 'Inactive',
};

/**
 * Up to here a roll shows every row opened; past it only so many in each kind of trouble: a fleet that fell silent as
 * a whole must stay readable. A closed row still shows its line, so that no name in trouble has to be looked for.
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
  const counts = countsOf(groups);
  return String(markup`<!doctype html>
<html lang="en">${pageHead(tabTitleOf(counts), moodOf(counts), alternatesOf(urls))}
<body>
${headerOf(counts, now)}
<p id="stale" role="alert" hidden></p>
<main>
${monitors.length === 0 ? emptyRoll(urls) : ROLL_ORDER.map((standing) => sectionOf(standing, groups.get(standing) ?? [], feed, now))}
</main>
${footerOf(urls)}
<p id="news" role="status"></p>
<script>${trustedMarkup(PAGE_SCRIPT)}</script>
</body></html>
`);
}

function alternatesOf(urls: FeedUrls): Markup {
  return markup`<link rel="alternate" type="application/rss+xml" title="Changes of state" href="${urls.rss}">
<link rel="alternate" type="application/json" href="${urls.json}">
`;
}

function headerOf(counts: StandingCounts, now: Instant): Markup {
  const links = ROLL_ORDER.filter((standing) => counts[standing] > 0).map(
    (standing) => markup`<li><a href="#${wordOf(standing)}">${counts[standing]} ${standing}</a></li>`,
  );
  const nav =
    links.length === 0 ? null : markup`<nav aria-label="States"><ul role="list">${links}</ul></nav>`;
  return markup`<header class="${moodOf(counts)}">
<p class="kicker"><b>Rollcall</b> <span>as of ${moment(now)}</span></p>
<h1>${headlineOf(counts)}</h1>
${nav}${rollStrip(counts)}
</header>`;
}

function sectionOf(standing: Standing, rows: readonly FeedMonitor[], feed: Feed, now: Instant): Markup {
  if (rows.length === 0) return markup``;
  const { monitors, urls } = feed;
  const opened = isTrouble(standing) || monitors.length <= OPENED_MAX ? OPENED_MAX : 0;
  const items = rows.map((monitor, index) =>
    monitorRow(monitor, urls.badge(monitor.rowId), index < opened, now),
  );
  const id = wordOf(standing);
  const kind = isTrouble(standing) ? `${id} trouble` : id;
  return markup`<section class="${kind}" aria-labelledby="${id}"><h2 id="${id}">${HEADINGS[standing]} <span>${rows.length}</span></h2>
<ul role="list">${items}</ul></section>
`;
}

/** A standing as one word, for ids and classes. */
function wordOf(standing: Standing): string {
  return standing.replaceAll(' ', '-');
}

function emptyRoll(urls: FeedUrls): Markup {
  return markup`<p class="lead">This feed has no monitors. As soon as its owner creates one, it appears here and waits for its first ping. <a href="${urls.apiIndex}">How to create a monitor</a></p>`;
}

function footerOf(urls: FeedUrls): Markup {
  return markup`<footer>
<p>The same monitors as <a href="${urls.json}">JSON</a>, <a href="${urls.rss}">RSS</a> and <a href="${urls.metrics}">metrics</a>. <a href="${urls.apiIndex}">API</a></p>
<p>Times are UTC. Renews itself each minute while you look; without JavaScript, <a href="${urls.html}">load it again</a>.</p>
</footer>`;
}

function countsOf(groups: ReadonlyMap<Standing, readonly FeedMonitor[]>): StandingCounts {
  const entries = ROLL_ORDER.map((standing) => [standing, groups.get(standing)?.length ?? 0]);
  return Object.fromEntries(entries) as StandingCounts;
}
