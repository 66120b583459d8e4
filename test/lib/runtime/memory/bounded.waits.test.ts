import { expect, it } from 'vitest';
import { boundedWaits } from '../../../../lib/runtime/memory/bounded.ts';

it('waits until the instant and not at it', () => {
  const waits = boundedWaits({ max: 2, longestMs: 5_000 });
  waits.wait('a', 1_000);

  expect(waits.isWaiting('a', 999)).toBe(true);
  expect(waits.isWaiting('a', 1_000)).toBe(false);
  expect(waits.isWaiting('b', 0)).toBe(false);
});

it('waits no more once it was ended', () => {
  const waits = boundedWaits({ max: 2, longestMs: 5_000 });
  waits.wait('a', 1_000);

  waits.end('a');

  expect(waits.isWaiting('a', 0)).toBe(false);
});

it('forgets the one that was set longest ago when there are too many', () => {
  const waits = boundedWaits({ max: 2, longestMs: 5_000 });
  for (const key of ['a', 'b', 'a', 'c']) waits.wait(key, 1_000);

  expect(['a', 'b', 'c'].map((key) => waits.isWaiting(key, 0))).toEqual([true, false, true]);
});

it('waits for nothing that is further away than is ever waited for: the clock was set back', () => {
  const waits = boundedWaits({ max: 2, longestMs: 1_000 });
  waits.wait('a', 5_000);

  expect(waits.until('a', 4_000)).toBe(5_000);
  expect(waits.until('a', 3_999)).toBeNull();
});
