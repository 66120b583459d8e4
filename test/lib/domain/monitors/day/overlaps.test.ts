import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  busiestOf,
  longestGap,
  overlapsBySlot,
  spansIn,
} from '../../../../../lib/domain/monitors/day/overlaps.ts';

const span = (from: number, to: number, id = '') => ({ from, to, id });
const DAY = { from: 0, to: 24 };
/** backup 2-5, report 3-4, mail 3-3 (no time), sync 5-6. */
const NIGHT = [span(2, 5, 'backup'), span(3, 4, 'report'), span(3, 3, 'mail'), span(5, 6, 'sync')];

it('counts how many are at once in each slot: what ends as another begins is not', () => {
  expect(overlapsBySlot(NIGHT, { from: 1, to: 7 }, 1)).toEqual([0, 1, 3, 1, 1, 0]);
  expect(overlapsBySlot(NIGHT, { from: 1, to: 7 }, 4)).toEqual([3, 1]);
});

it('says what runs in an hour, also what began before it, and not what ended as it begins', () => {
  const ids = (from: number) => spansIn(NIGHT, { from, to: from + 1 }).map(({ id }) => id);

  expect(ids(3)).toEqual(['backup', 'report', 'mail']);
  expect(ids(5)).toEqual(['sync']);
  expect(ids(7)).toEqual([]);
});

it('says when the most are at once, until the first of them ends', () => {
  expect(busiestOf(NIGHT.filter(({ id }) => id !== 'mail'))).toMatchObject({
    from: 3,
    to: 4,
    spans: [{ id: 'backup' }, { id: 'report' }],
  });
  expect(busiestOf([])).toBeNull();
});

it('says the longest time without any, its ends included', () => {
  expect(longestGap(NIGHT, DAY)).toEqual({ from: 6, to: 24 });
  expect(longestGap([span(-3, 1), span(20, 30)], DAY)).toEqual({ from: 1, to: 20 });
  expect(longestGap([], DAY)).toEqual(DAY);
  expect(longestGap([span(-1, 30)], DAY)).toBeNull();
});

it('agrees with counting each moment', () => {
  const spans = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 8 }))
      .map(([at, ms]) => span(at, at + ms)),
  );
  fc.assert(
    fc.property(spans, (some) => {
      const counted = Array.from(
        { length: 24 },
        (_, at) => some.filter(({ from, to }) => from <= at && at < to).length,
      );
      expect(overlapsBySlot(some, DAY, 1)).toEqual(counted);
      expect(busiestOf(some)?.spans.length ?? 0).toBe(Math.max(...counted));
      const gap = longestGap(some, DAY);
      const free = counted
        .map((count) => (count === 0 ? '_' : '#'))
        .join('')
        .split('#');
      expect((gap?.to ?? 0) - (gap?.from ?? 0)).toBe(Math.max(...free.map(({ length }) => length)));
    }),
  );
});
