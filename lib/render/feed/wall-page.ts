import type { Feed, FeedMonitor } from '../../domain/feed/feed-monitor.ts';
import { inRollOrder, ROLL_ORDER } from '../../domain/feed/roll-order.ts';
import { isTrouble, standingOf } from '../../domain/feed/standing.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Markup, markup, trustedMarkup } from '../markup.ts';
import { countsOf, moodOf, type StandingCounts, tabTitleOf, wordOf } from './headline.ts';
import { tellingMoment } from './monitor-row.ts';
import { pageHead } from './page-head.ts';
import { brand, titled } from '../brand.ts';
import { pageHeader } from './page-header.ts';
import { FEED_SCRIPT } from './page-script.ts';

/** As many as can be told apart on one screen; the worst stand first, and the last tile counts the others. */
const TILES_MAX = 100;
const COLUMNS_MAX = 10;

/**
 * A screen on a wall cannot be scrolled or pressed, and nobody reads on it with a screen reader: without scripts it loads
 * itself anew, since a frozen all-clear is worse than what that takes from a reader.
 */
const RENEWAL = markup`<noscript><meta http-equiv="refresh" content="60"></noscript>
`;

/** The status feed on a screen that hangs on a wall: all tiles in sight, in large type. To be sent with `feedPageSecurity`. */
export function wallPage({ monitors }: Pick<Feed, 'monitors'>, now: Instant, title?: string): string {
  const ordered = inRollOrder(monitors);
  const counts = countsOf(ordered.map(standingOf));
  const isCut = ordered.length > TILES_MAX;
  const shown = isCut ? ordered.slice(0, TILES_MAX - 1) : ordered;
  const rest = isCut ? restTile(countsOf(ordered.slice(TILES_MAX - 1).map(standingOf))) : null;
  const columns = columnsFor(shown.length + (isCut ? 1 : 0));
  return String(markup`<!doctype html>
<html lang="en">${pageHead(tabTitleOf(counts, title), moodOf(counts), RENEWAL)}
<body class="wall">
${pageHeader(counts, now, null, title === undefined ? brand() : titled(title))}
<p id="stale" role="alert" hidden></p>
<main><ul class="tiles c${columns}" role="list">${shown.map((monitor) => tileOf(monitor, now))}${rest}</ul></main>
<p id="news" role="status"></p>
<script>${trustedMarkup(FEED_SCRIPT)}</script>
</body></html>
`);
}

function tileOf(monitor: FeedMonitor, now: Instant): Markup {
  const standing = standingOf(monitor);
  const kind = isTrouble(standing) ? 'trouble' : wordOf(standing);
  return markup`<li class="${kind}"><div><bdi>${monitor.name}</bdi><p><b>${standing}</b> ${tellingMoment(monitor, now)}</p></div>\n`;
}

function restTile(counts: StandingCounts): Markup {
  const words = ROLL_ORDER.filter((standing) => counts[standing] > 0).map(
    (standing) => `${counts[standing]} ${standing}`,
  );
  return markup`<li class="rest"><div><span>and more</span><p>${words.join(', ')}</p></div>\n`;
}

/** About as many as there are rows, and among the next few the number that leaves the fewest places empty. */
function columnsFor(tiles: number): number {
  const square = Math.ceil(Math.sqrt(tiles));
  const candidates = [square, square + 1, square + 2].map((each) => Math.max(1, Math.min(each, COLUMNS_MAX)));
  const emptyOf = (columns: number) => Math.ceil(tiles / columns) * columns - tiles;
  return candidates.reduce((best, each) => (emptyOf(each) < emptyOf(best) ? each : best));
}
