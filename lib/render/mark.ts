import { type Colour, LIGHT } from './tokens.ts';

/** The mark itself, and what it turns into for a tab: one shape each, so that it reads without colour. */
export type MarkVariant = 'plain' | 'ok' | 'down' | 'waiting' | 'paused' | 'empty';

/** The mark is drawn in a square of 32: a rounded field, and on it strokes 4 wide with round ends. */
export const MARK_FIELD = { side: 32, radius: 7, stroke: 4 } as const;

/** `plain` is three who answer; of `down` the third does not, of `waiting` none has yet. */
export const MARK_STROKES: Record<MarkVariant, string> = {
  plain: 'M9 9v14M16 9v14M23 9v14',
  ok: 'M8 17l6 6 11-13',
  down: 'M9 9v14M16 9v14M23 9v7M23 23h0',
  waiting: 'M9 16h0M16 16h0M23 16h0',
  paused: 'M12 9v14M20 9v14',
  empty: 'M9 16h14',
};

const FIELD: Record<MarkVariant, Colour> = {
  plain: 'accent',
  ok: 'ok',
  down: 'late',
  waiting: 'waiting',
  paused: 'paused',
  empty: 'inactive',
};

/** The tab's icon as a `data:` URL, so that nothing is fetched for it. */
export function faviconOf(variant: MarkVariant): string {
  const { side, radius, stroke } = MARK_FIELD;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${side} ${side}'><rect width='${side}' height='${side}' rx='${radius}' fill='${LIGHT[FIELD[variant]]}'/><path d='${MARK_STROKES[variant]}' fill='none' stroke='${LIGHT['on-fill']}' stroke-width='${stroke}' stroke-linecap='round' stroke-linejoin='round'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
