import { describe, expect, it } from 'vitest';
import { boundedPace } from '../../../../lib/runtime/memory/bounded.ts';

const paceOf = (max = 10) => boundedPace({ burst: 3, gapMs: 2_000, max });

describe('a pace', () => {
  it('gives a burst at once, and then one turn a gap', () => {
    const pace = paceOf();

    expect([0, 0, 0, 0, 1_999, 2_000, 2_001].map((now) => pace.take('a', now))).toEqual([
      0, 0, 0, 2_000, 1, 0, 1_999,
    ]);
  });

  it('gives a whole burst again after as many gaps, and no more than that', () => {
    const pace = paceOf();
    for (let each = 0; each < 3; each++) pace.take('a', 0);

    expect([6_000, 6_000, 6_000, 6_000].map((now) => pace.take('a', now))).toEqual([0, 0, 0, 2_000]);
    expect([1e9, 1e9, 1e9, 1e9].map((now) => pace.take('a', now))).toEqual([0, 0, 0, 2_000]);
  });

  it('counts each key by itself, and takes a turn back', () => {
    const pace = paceOf();
    for (let each = 0; each < 3; each++) pace.take('a', 0);
    expect(pace.take('b', 0)).toBe(0);

    pace.giveBack('a');
    pace.giveBack('unknown');

    expect([pace.take('a', 0), pace.take('a', 0)]).toEqual([0, 2_000]);
  });

  it('does not make anybody wait for a clock that was set back', () => {
    const pace = paceOf();
    for (let each = 0; each < 3; each++) pace.take('a', 3_600_000);

    expect(pace.take('a', 0)).toBe(0);
  });

  it('forgets the key that was set longest ago', () => {
    const pace = paceOf(2);
    for (const key of ['a', 'a', 'a', 'b', 'c']) pace.take(key, 0);

    expect(pace.take('a', 0)).toBe(0);
  });
});
