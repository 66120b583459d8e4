import type { Instant } from '../../instant.ts';
import type { Stretch } from './planned.ts';

/** The most of some spans at once: from when until when, and which. */
export interface Busiest<T extends Stretch> extends Stretch {
  spans: T[];
}

/** How many spans there are at once, at most, in each slot of a stretch. */
export function overlapsBySlot(spans: readonly Stretch[], { from, to }: Stretch, slotMs: number): number[] {
  const slots = Array.from({ length: Math.ceil((to - from) / slotMs) }, (_, slot) => from + slot * slotMs);
  return slots.map((at) => busiestOf(spansIn(spans, { from: at, to: at + slotMs }))?.spans.length ?? 0);
}

/** The spans that touch a stretch, the first one first. */
export function spansIn<T extends Stretch>(spans: readonly T[], { from, to }: Stretch): T[] {
  return spans
    .filter((span) => span.from < to && (span.to > from || span.from >= from))
    .toSorted((a, b) => a.from - b.from);
}

/** When the most spans are at once, the first time of that; null of none. Of what only touches, one ends before the other begins. */
export function busiestOf<T extends Stretch>(spans: readonly T[]): Busiest<T> | null {
  const starts = spans.map(({ from }) => from).toSorted((a, b) => a - b);
  const ends = spans.map(endOf).toSorted((a, b) => a - b);
  let ended = 0;
  let most = 0;
  let from: Instant = 0;
  for (const [begun, at] of starts.entries()) {
    while ((ends[ended] ?? Infinity) <= at) ended += 1;
    if (begun + 1 - ended <= most) continue;
    most = begun + 1 - ended;
    from = at;
  }
  if (most === 0) return null;
  const busiest = spans.filter((span) => span.from <= from && endOf(span) > from);
  return { from, to: Math.min(...busiest.map(endOf)), spans: busiest };
}

/** What takes no time is there for a moment. */
function endOf({ from, to }: Stretch): Instant {
  return Math.max(to, from + 1);
}

/** The longest time of a stretch in which there is no span, the first of equals; null where there is none. */
export function longestGap(spans: readonly Stretch[], { from, to }: Stretch): Stretch | null {
  let longest: Stretch = { from, to: from };
  let freeFrom: Instant = from;
  for (const span of [...spansIn(spans, { from, to }), { from: to, to }]) {
    if (span.from - freeFrom > longest.to - longest.from) longest = { from: freeFrom, to: span.from };
    freeFrom = Math.max(freeFrom, span.to);
  }
  return longest.to > longest.from ? longest : null;
}
