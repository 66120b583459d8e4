import type { FeedState } from '../../domain/feed/feed-monitor.ts';
import type { Standing } from '../../domain/feed/standing.ts';
import { plainText } from '../escape.ts';
import { markup } from '../markup.ts';
import { countsOf, moodOf, shortOf, type Mood, type StandingCounts } from './headline.ts';

/** White text on each of these has a contrast of at least 4.5 to 1. */
const COLOURS: Record<FeedState, string> = {
  ok: '#1a7f37',
  late: '#c62828',
  waiting: '#6a737d',
  paused: '#6a737d',
  inactive: '#6a737d',
};

const NAME_MAX_GRAPHEMES = 40;
const PADDING_PX = 6;

/**
 * A flat badge 20 px high with name and state (SPEC.md "Public dashboard"). The colour is that of the state: green
 * `ok`, red `late`, grey otherwise; the words may say that a job on time is failing.
 */
export function badgeSvg(name: string, state: FeedState, standing: Standing = state): string {
  return drawn(name, standing, COLOURS[state]);
}

const CHECK_COLOURS = { up: COLOURS.ok, late: '#9a5b00', down: COLOURS.late } as const;

/** The same in the words of Healthchecks. */
export function checkBadgeSvg(name: string, status: keyof typeof CHECK_COLOURS): string {
  return drawn(name, status, CHECK_COLOURS[status]);
}

const MOOD_COLOURS: Record<Mood, string> = {
  ok: COLOURS.ok,
  trouble: COLOURS.late,
  waiting: COLOURS.waiting,
  paused: COLOURS.paused,
  empty: COLOURS.inactive,
};

/** The same in the colour of the standing, as a status page has it: a job that fails on time is red. */
export function standingBadgeSvg(name: string, standing: Standing): string {
  return drawn(name, standing, MOOD_COLOURS[moodOf(countsOf([standing]))]);
}

/** The same of several monitors: how many stand how. */
export function countsBadgeSvg(name: string, counts: StandingCounts): string {
  return drawn(name, shortOf(counts), MOOD_COLOURS[moodOf(counts)]);
}

function drawn(name: string, words: string, colour: string): string {
  const parts = partsOf(name, words);
  const { shown, nameWidth, stateWidth } = parts;
  const width = badgeWidthPx(name, words);
  const split = nameWidth + 2 * PADDING_PX;
  const spoken = `${name}: ${words}`;
  return String(
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${spoken}"><title>${spoken}</title><rect width="${width}" height="20" rx="3" fill="${colour}"/><path d="M3 0h${split - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#2f363d"/><g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-anchor="middle"><text x="${split / 2}" y="14" textLength="${nameWidth}" lengthAdjust="spacingAndGlyphs" unicode-bidi="plaintext">${shown}</text><text x="${(split + width) / 2}" y="14" textLength="${stateWidth}" lengthAdjust="spacingAndGlyphs">${words}</text></g></svg>`,
  );
}

/** The width of that badge in pixels, so that a page can keep its place before it is loaded. */
export function badgeWidthPx(name: string, standing: string): number {
  const { nameWidth, stateWidth } = partsOf(name, standing);
  return nameWidth + stateWidth + 4 * PADDING_PX;
}

function partsOf(name: string, standing: string): { shown: string; nameWidth: number; stateWidth: number } {
  const graphemes = graphemesOf(plainText(name).replace(/\s+/gu, ' ').trim());
  const shown =
    graphemes.length > NAME_MAX_GRAPHEMES
      ? `${graphemes.slice(0, NAME_MAX_GRAPHEMES - 1).join('')}…`
      : graphemes.join('');
  return { shown, nameWidth: textWidthPx(shown), stateWidth: textWidthPx(standing) };
}

/** Advance widths of the characters 32 to 126 in tenths of a pixel: DejaVu Sans at 11 px, which Verdana's are close to. */
const ASCII_TENTHS = [
  35, 44, 51, 92, 70, 105, 86, 30, 43, 43, 55, 92, 35, 40, 35, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 37,
  37, 92, 92, 92, 58, 110, 75, 75, 77, 85, 70, 63, 85, 83, 32, 32, 72, 61, 95, 82, 87, 66, 87, 76, 70, 67, 81,
  75, 109, 75, 67, 75, 43, 37, 43, 92, 55, 55, 67, 70, 60, 70, 68, 39, 70, 70, 31, 31, 64, 31, 107, 70, 67,
  70, 70, 45, 57, 43, 70, 65, 90, 65, 65, 58, 70, 37, 70, 92,
];

// Mean width of a whole character, from text set in DejaVu Sans and Noto at 11 px.
const OTHER_TENTHS: readonly [RegExp, number][] = [
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 48],
  [/[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Thai}]/u, 72],
  [/\p{Script=Latin}/u, 72],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}/u, 138],
];
const WIDE_TENTHS = 110;

const ASCII = /^[ -~]*$/;

// Made on the first text that needs it (3 ms), and once.
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a reader counts them. */
export function graphemesOf(text: string): string[] {
  if (ASCII.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How wide a text is at 11 px in a common sans font, in whole pixels; an estimate outside ASCII. */
export function textWidthPx(text: string): number {
  const tenths = graphemesOf(text).reduce((sum, grapheme) => sum + tenthsOf(grapheme), 0);
  return Math.ceil(tenths / 10);
}

function tenthsOf(grapheme: string): number {
  // An accented letter is as wide as its letter.
  const ascii = ASCII_TENTHS[(grapheme.normalize('NFD').codePointAt(0) ?? 0) - 32];
  if (ascii !== undefined) return ascii;
  return OTHER_TENTHS.find(([script]) => script.test(grapheme))?.[1] ?? WIDE_TENTHS;
}
