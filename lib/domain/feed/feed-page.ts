import type { Instant } from '../instant.ts';
import type { Feed, FeedMonitor, FeedState, FeedUrls } from './feed-monitor.ts';
import { type Markup, markup, trustedMarkup } from './markup.ts';
import { faviconOf } from './page/favicon.ts';
import { headlineOf, moodOf, type StateCounts, tabTitleOf } from './page/headline.ts';
import { moment } from './page/moment.ts';
import { monitorRow } from './page/monitor-row.ts';
import { PAGE_SCRIPT } from './page/page-script.ts';
import { PAGE_STYLE } from './page/page-style.ts';
import { rollStrip } from './page/roll-strip.ts';
import { inRollOrder, ROLL_ORDER } from './roll-order.ts';

const HEADINGS: Record<FeedState, string> = {
  late: 'Silent',
  waiting: 'Not yet heard from',
  paused: 'Paused',
  ok: 'Answered',
  inactive: 'Off the roll',
};

/** Up to here a roll shows every row opened; past it only the silent ones are. */
const SMALL_ROLL = 12;
/** A fleet that fell silent as a whole must stay readable too. */
const OPENED_MAX = 50;

/**
 * The status feed as a page (SPEC.md "Public dashboard"): complete without JavaScript, and to be sent with
 * `feedPageSecurity`. Addresses of badges and links are taken as they are given.
 */
export function feedPage(feed: Feed, now: Instant): string {
  const { urls } = feed;
  const monitors = inRollOrder(feed.monitors);
  const counts = countsOf(monitors);
  return String(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<title>${tabTitleOf(counts)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${faviconOf(moodOf(counts))}">
<link rel="alternate" type="application/rss+xml" title="Changes of state" href="${urls.rss}">
<link rel="alternate" type="application/json" href="${urls.json}">
<style>${trustedMarkup(PAGE_STYLE)}</style></head>
<body>
${headerOf(counts, now)}
<p id="stale" role="alert" hidden></p>
<main>
${monitors.length === 0 ? emptyRoll(urls) : ROLL_ORDER.map((state) => sectionOf(state, monitors, feed, now))}
</main>
${footerOf(urls)}
<p id="news" role="status"></p>
<script>${trustedMarkup(PAGE_SCRIPT)}</script>
</body></html>
`);
}

function headerOf(counts: StateCounts, now: Instant): Markup {
  const links = ROLL_ORDER.filter((state) => counts[state] > 0).map(
    (state) => markup`<li><a href="#${state}">${counts[state]} ${state}</a></li>`,
  );
  const nav =
    links.length === 0 ? null : markup`<nav aria-label="States"><ul role="list">${links}</ul></nav>`;
  return markup`<header class="${moodOf(counts)}">
<p class="kicker"><b>Rollcall</b> <span>as of ${moment(now)}</span></p>
<h1>${headlineOf(counts)}</h1>
${nav}${rollStrip(counts)}
</header>`;
}

function sectionOf(state: FeedState, monitors: readonly FeedMonitor[], feed: Feed, now: Instant): Markup {
  const rows = monitors.filter((monitor) => monitor.state === state);
  if (rows.length === 0) return markup``;
  const small = monitors.length <= SMALL_ROLL;
  const items = rows.map((monitor, index) =>
    monitorRow(
      monitor,
      feed.urls.badge(monitor.rowId),
      small || (state === 'late' && index < OPENED_MAX),
      now,
    ),
  );
  return markup`<section class="${state}" aria-labelledby="${state}"><h2 id="${state}">${HEADINGS[state]} <span>${rows.length}</span></h2>
<ul role="list">${items}</ul></section>
`;
}

function emptyRoll(urls: FeedUrls): Markup {
  return markup`<p class="lead">This feed has no monitors. As soon as its owner creates one, it appears here and waits for its first ping. <a href="${urls.apiIndex}">How to create a monitor</a></p>`;
}

function footerOf(urls: FeedUrls): Markup {
  return markup`<footer>
<p>The same roll as <a href="${urls.json}">JSON</a>, <a href="${urls.rss}">RSS</a> and <a href="${urls.metrics}">metrics</a>. <a href="${urls.apiIndex}">API</a></p>
<p>Times are UTC. Renews itself each minute while you look; without JavaScript, <a href="${urls.html}">load it again</a>.</p>
</footer>`;
}

function countsOf(monitors: readonly FeedMonitor[]): StateCounts {
  const counts: StateCounts = { ok: 0, late: 0, waiting: 0, paused: 0, inactive: 0 };
  for (const monitor of monitors) counts[monitor.state] += 1;
  return counts;
}
