import type { FeedState } from '../../domain/feed/feed-monitor.ts';
import type { Standing } from '../../domain/feed/standing.ts';
import { plainText } from '../escape.ts';
import { markup } from '../markup.ts';
import { graphemesOf, textWidthPx } from './text-width.ts';

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
  const parts = partsOf(name, standing);
  const { shown, nameWidth, stateWidth } = parts;
  const width = badgeWidthPx(name, standing);
  const split = nameWidth + 2 * PADDING_PX;
  const spoken = `${name}: ${standing}`;
  return String(
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${spoken}"><title>${spoken}</title><rect width="${width}" height="20" rx="3" fill="${COLOURS[state]}"/><path d="M3 0h${split - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#2f363d"/><g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-anchor="middle"><text x="${split / 2}" y="14" textLength="${nameWidth}" lengthAdjust="spacingAndGlyphs" unicode-bidi="plaintext">${shown}</text><text x="${(split + width) / 2}" y="14" textLength="${stateWidth}" lengthAdjust="spacingAndGlyphs">${standing}</text></g></svg>`,
  );
}

/** The width of that badge in pixels, so that a page can keep its place before it is loaded. */
export function badgeWidthPx(name: string, standing: Standing): number {
  const { nameWidth, stateWidth } = partsOf(name, standing);
  return nameWidth + stateWidth + 4 * PADDING_PX;
}

function partsOf(name: string, standing: Standing): { shown: string; nameWidth: number; stateWidth: number } {
  const graphemes = graphemesOf(plainText(name).replace(/\s+/gu, ' ').trim());
  const shown =
    graphemes.length > NAME_MAX_GRAPHEMES
      ? `${graphemes.slice(0, NAME_MAX_GRAPHEMES - 1).join('')}…`
      : graphemes.join('');
  return { shown, nameWidth: textWidthPx(shown), stateWidth: textWidthPx(standing) };
}
