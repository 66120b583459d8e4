import { inRollOrder } from '../../domain/feed/roll-order.ts';
import {
  pageGroups,
  type PageGroup,
  type PageIncident,
  type PageMonitor,
  type ShownPage,
} from '../../domain/feed/shown-page.ts';
import { isTrouble, standingOf } from '../../domain/feed/standing.ts';
import type { Instant } from '../../domain/instant.ts';
import { titled } from '../brand.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { instantText, moment } from '../time-text.ts';
import { countsOf, moodOf, tabTitleOf, wordOf } from './headline.ts';
import { since, tellingMoment } from './monitor-row.ts';
import { dayBars, upText } from './page-bars.ts';
import { pageHead } from './page-head.ts';
import { pageHeader } from './page-header.ts';
import { FEED_SCRIPT } from './page-script.ts';
import { STATUS_STYLE } from './status-page-style.ts';

/** Of what lasts and of what is over: a fleet that fell silent as a whole must leave the monitors in reach. */
const INCIDENTS_MAX = 20;

/** A status page of an owner, to be sent with `statusPageSecurity`: complete without JavaScript. */
export function statusPage(page: ShownPage): string {
  const { title, note, tags, isIndexed, asOf, incidents } = page;
  const monitors = inRollOrder(page.monitors);
  const counts = countsOf(monitors.map(standingOf));
  const head = pageHead(tabTitleOf(counts, title), moodOf(counts), alternate(page), {
    style: STATUS_STYLE,
    isIndexed,
  });
  const said = note === '' ? null : markup`<p class="note" dir="auto">${note}</p>\n`;
  const [open, over] = [incidents.filter(isOpen), incidents.filter((each) => !isOpen(each))];
  return String(markup`<!doctype html>
<html lang="en">${head}
<body>
${pageHeader(counts, asOf, null, titled(title))}
<p id="stale" role="alert" hidden></p>
<main>
${said}${openSection(open, asOf)}${monitors.length === 0 ? EMPTY : pageGroups(tags, monitors).map((group) => groupSection(group, asOf))}${pastSection(over)}</main>
${footerOf(page)}
<p id="news" role="status"></p>
<script>${trustedMarkup(FEED_SCRIPT)}</script>
</body></html>
`);
}

const EMPTY = markup`<p class="lead">There are no monitors on this page yet.</p>
`;

function isOpen({ until }: PageIncident): boolean {
  return until === null;
}

function alternate({ urls }: ShownPage): Markup {
  return markup`<link rel="alternate" type="application/json" href="${urls.json}">
`;
}

function groupSection({ tag, monitors }: PageGroup<PageMonitor>, now: Instant): Markup {
  const id = tag === null ? 'monitors' : `tag-${tag}`;
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${tag ?? 'Monitors'} <span>${monitors.length}</span></h2>
<ul class="bars" role="list">${monitors.map((monitor) => rowOf(monitor, now))}</ul></section>
`;
}

function rowOf(monitor: PageMonitor, now: Instant): Markup {
  const standing = standingOf(monitor);
  const kind = isTrouble(standing) ? 'trouble' : wordOf(standing);
  const up = upText(monitor.days);
  const maintained = monitor.maintainedUntil === null ? null : markup`<small>in maintenance</small>`;
  return markup`<li class="${kind}"><h3><bdi>${monitor.name}</bdi><span>${maintained}${sinceWhen(monitor, now)}<b>${standing}</b></span></h3>${dayBars(monitor.days)}<p class="ends"><span>90 days ago</span>${up === null ? null : markup`<span>${up} up</span>`}<span>today</span></p>\n`;
}

/** Of trouble from when it is told in the incidents; whoever comes need not know when a job was heard last. */
function sinceWhen(monitor: PageMonitor, now: Instant): Markup | null {
  const standing = standingOf(monitor);
  if (standing === 'ok') return null;
  if (!isTrouble(standing)) return tellingMoment(monitor, now);
  const from = monitor.incident?.since ?? monitor.stateSince;
  return moment(from, `for ${since(from, now)}`);
}

function openSection(open: readonly PageIncident[], now: Instant): Markup | null {
  if (open.length === 0) return null;
  return markup`<section class="now" aria-labelledby="now"><h2 id="now">Now <span>${open.length}</span></h2>
${incidentList(open, ({ reason, from }) => `${NOW[reason]} for ${since(from, now)}`)}</section>
`;
}

function pastSection(over: readonly PageIncident[]): Markup {
  const list = incidentList(
    over,
    ({ reason, from, until }) => `${THEN[reason]} for ${since(from, until ?? from)}`,
  );
  return markup`<section aria-labelledby="past"><h2 id="past">Past incidents</h2>
${over.length === 0 ? markup`<p class="none">None is known.</p>` : list}</section>
`;
}

function incidentList(
  incidents: readonly PageIncident[],
  wordsOf: (incident: PageIncident) => string,
): Markup {
  const rows = incidents
    .slice(0, INCIDENTS_MAX)
    .map(
      (incident) =>
        markup`<li><bdi>${incident.name}</bdi><span>${wordsOf(incident)}</span>${moment(incident.from, minuteText(incident.from))}\n`,
    );
  const more = incidents.length - INCIDENTS_MAX;
  return markup`<ul class="past" role="list">${rows}${more > 0 ? markup`<li>and ${more} more\n` : null}</ul>`;
}

/** The page says that its times are UTC. */
function minuteText(at: Instant): string {
  return instantText(at).slice(0, 'yyyy-mm-dd hh:mm'.length);
}

const NOW = {
  silence: 'late',
  fail: 'failing',
  too_long: 'running too long',
  threshold: 'beyond its threshold',
} as const;
const THEN = {
  silence: 'was late',
  fail: 'was failing',
  too_long: 'ran too long',
  threshold: 'was beyond its threshold',
} as const;

function footerOf({ urls }: ShownPage): Markup {
  return markup`<footer>
<p>The same as <a href="${urls.json}">JSON</a>. <a href="${urls.self}?wall=1">For a screen on a wall</a></p>
<p>Times and days are UTC. Renews itself each minute while you look; without JavaScript, <a href="${urls.self}">load it again</a>.</p>
</footer>`;
}
