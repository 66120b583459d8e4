import { isoOf, type Instant } from '../../domain/instant.ts';
import { percentUp, shareOfDays, type UptimeDay } from '../../domain/statistics/uptime.ts';
import { type Markup, markup } from '../markup.ts';
import { durationText } from '../time-text.ts';

const HEIGHT = 10;
/** An incident of some minutes is seen, too. */
const SEEN_SHARE = 0.3;
/** So many days are named to whoever hears the page. */
const NAMED_MAX = 5;

/** The days of a monitor as bars, each with the part that it was down. Days that are alike are one line, so a roll of thousands stays small. */
export function dayBars(days: readonly UptimeDay[]): Markup {
  const known = days.findIndex(({ knownMs }) => knownMs > 0);
  const from = known === -1 ? days.length : known;
  const downs = days.flatMap((day, at) => (day.downMs > 0 ? [downBar(day, at)] : []));
  return markup`<svg viewBox="0 0 ${days.length} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${barWords(days)}">${lineOf('unknown', 0, from)}${lineOf('up', from, days.length)}${downs}</svg>`;
}

function lineOf(kind: string, from: number, to: number): Markup | null {
  if (from === to) return null;
  return markup`<line class="${kind}" x1="${from}" x2="${to}" y1="5" y2="5"/>`;
}

function downBar(day: UptimeDay, at: number): Markup {
  const share = Math.max(SEEN_SHARE, Math.min(1, day.downMs / day.knownMs));
  const height = Math.round(share * HEIGHT * 100) / 100;
  return markup`<rect x="${at}" y="${HEIGHT - height}" width=".7" height="${height}"><title>${dayText(day.at)}: down for ${downText(day)}</title></rect>`;
}

/** How much of the days that are known; null where none is. */
export function upText(days: readonly UptimeDay[]): string | null {
  return shareOfDays(days) === null ? null : percentUp(days);
}

function barWords(days: readonly UptimeDay[]): string {
  const up = upText(days);
  if (up === null) return 'Nothing is known of the last 90 days yet';
  const known = days.filter(({ knownMs }) => knownMs > 0).length;
  const downs = days.filter(({ downMs }) => downMs > 0).toReversed();
  const named = downs.slice(0, NAMED_MAX).map((day) => `on ${dayText(day.at)} for ${downText(day)}`);
  const more = downs.length > NAMED_MAX ? [`on ${downs.length - NAMED_MAX} more days`] : [];
  const words = downs.length === 0 ? 'never down' : `down ${[...named, ...more].join(', ')}`;
  return `Up ${up} of the last ${known === 1 ? 'day' : `${known} days`}, ${words}`;
}

function downText({ downMs }: UptimeDay): string {
  return durationText(downMs / 1000);
}

function dayText(at: Instant): string {
  return isoOf(at).slice(0, 10);
}
