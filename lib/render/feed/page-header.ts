import { ROLL_ORDER } from '../../domain/feed/roll-order.ts';
import type { Instant } from '../../domain/instant.ts';
import { brand, markOf } from '../brand.ts';
import { type Markup, markup } from '../markup.ts';
import { moment } from '../time-text.ts';
import { headlineOf, MARK_OF, moodOf, type StandingCounts, wordOf } from './headline.ts';
import { rollStrip } from './roll-strip.ts';

/** What a page of a feed begins with: whose it is, as of when, and the one sentence; below it `more`. */
export function pageHeader(counts: StandingCounts, now: Instant, more: Markup | null): Markup {
  const mood = moodOf(counts);
  return markup`<header class="${mood}">
<p class="top">${brand()}<span>as of ${moment(now)}</span></p>
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
