import { ROLL_ORDER } from '../../domain/feed/roll-order.ts';
import type { Standing } from '../../domain/feed/standing.ts';
import { type Markup, markup } from '../markup.ts';
import { type StandingCounts, wordOf } from './headline.ts';

/** Height of one stroke of ten, and how strong it is: trouble stands out without colour. */
const STROKES: Record<Standing, { height: number; opacity: number }> = {
  late: { height: 10, opacity: 1 },
  failing: { height: 10, opacity: 0.85 },
  'running too long': { height: 10, opacity: 0.7 },
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
