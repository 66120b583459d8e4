import { ROLL_ORDER } from '../../domain/feed/roll-order.ts';
import type { Instant } from '../../domain/instant.ts';
import { brand, markOf } from '../brand.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';
import { headlineOf, MARK_OF, moodOf, type StandingCounts, wordOf } from './headline.ts';
import type { Standing } from '../../domain/feed/standing.ts';

/** What a page of a feed begins with: whose it is, as of when, and the one sentence; below it `more`. */
export function pageHeader(
  counts: StandingCounts,
  now: Instant,
  more: Markup | null,
  whose: Markup = brand(),
): Markup {
  const mood = moodOf(counts);
  return markup`<header class="${mood}">
<p class="top">${whose}<span>as of ${moment(now)}</span></p>
<div class="headline">${markOf(MARK_OF[mood])}<h1>${headlineOf(counts)}</h1></div>
${more}</header>`;
}

/** The way to each standing, with how many stand so, and the roll as a drawing. */
export function rollOverview(counts: StandingCounts): Markup {
  const links = ROLL_ORDER.filter((standing) => counts[standing] > 0).map(
    (standing) => markup`<li><a href="#${wordOf(standing)}">${counts[standing]} ${standing}</a></li>`,
  );
  const nav = links.length < 2 ? null : markup`<nav aria-label="States"><ul role="list">${links}</ul></nav>`;
  return markup`${nav}${rollStrip(counts)}
`;
}

/** Height of one stroke of ten, and how strong it is: trouble stands out without colour. */
const STROKES: Record<Standing, { height: number; opacity: number }> = {
  late: { height: 10, opacity: 1 },
  failing: { height: 10, opacity: 0.85 },
  'running too long': { height: 10, opacity: 0.7 },
  'beyond its threshold': { height: 10, opacity: 0.7 },
  waiting: { height: 2, opacity: 1 },
  paused: { height: 2, opacity: 0.5 },
  ok: { height: 6, opacity: 0.6 },
  inactive: { height: 1, opacity: 0.4 },
};
const STROKE_PX = 14;

/**
 * The roll at a glance: one stroke per monitor. A standing is one dashed line, so the drawing is as small for
 * thousands as for three.
 */
export function rollStrip(counts: StandingCounts): Markup | null {
  const total = ROLL_ORDER.reduce((sum, standing) => sum + counts[standing], 0);
  if (total === 0) return null;
  let start = 0;
  const lines = ROLL_ORDER.filter((standing) => counts[standing] > 0).map((standing) => {
    const { height, opacity } = STROKES[standing];
    const end = start + counts[standing];
    const line = markup`<line class="${wordOf(standing)}" x1="${start}" x2="${end}" y1="${10 - height / 2}" y2="${10 - height / 2}" stroke-width="${height}" opacity="${opacity}"/>`;
    start = end;
    return line;
  });
  return markup`<svg class="roll" viewBox="0 0 ${total} 10" width="${total * STROKE_PX}" height="36" preserveAspectRatio="none" aria-hidden="true" stroke="currentColor" stroke-dasharray=".6 .4">${lines}</svg>`;
}
