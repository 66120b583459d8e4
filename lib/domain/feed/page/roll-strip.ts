import { ROLL_ORDER } from '../roll-order.ts';
import { type Markup, markup } from '../markup.ts';
import type { FeedState } from '../feed-monitor.ts';
import type { StateCounts } from './headline.ts';

/** Height of one stroke of ten, and how strong it is: who is silent stands out without colour. */
const STROKES: Record<FeedState, { height: number; opacity: number }> = {
  late: { height: 10, opacity: 1 },
  waiting: { height: 2, opacity: 1 },
  paused: { height: 2, opacity: 0.5 },
  ok: { height: 6, opacity: 0.6 },
  inactive: { height: 1, opacity: 0.4 },
};
const STROKE_PX = 14;

/**
 * The roll at a glance: one stroke per monitor. A state is one dashed line, so the drawing is as small for
 * thousands as for three.
 */
export function rollStrip(counts: StateCounts): Markup | null {
  const total = ROLL_ORDER.reduce((sum, state) => sum + counts[state], 0);
  if (total === 0) return null;
  let start = 0;
  const lines = ROLL_ORDER.filter((state) => counts[state] > 0).map((state) => {
    const { height, opacity } = STROKES[state];
    const end = start + counts[state];
    const line = markup`<line x1="${start}" x2="${end}" y1="${10 - height / 2}" y2="${10 - height / 2}" stroke-width="${height}" opacity="${opacity}"/>`;
    start = end;
    return line;
  });
  return markup`<svg class="roll" viewBox="0 0 ${total} 10" width="${total * STROKE_PX}" height="36" preserveAspectRatio="none" aria-hidden="true" stroke="currentColor" stroke-dasharray=".6 .4">${lines}</svg>`;
}
