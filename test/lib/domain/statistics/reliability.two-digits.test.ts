import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholePercentOf, twoDigits } from '../../../../lib/domain/statistics/reliability.ts';

describe('twoDigits', () => {
  it.each([
    [0, 0],
    [7, 7],
    [99, 99],
    [104, 100],
    [105, 110],
    [1_234, 1_200],
    [9_960, 10_000],
    [123_456_789, 120_000_000],
  ])('shows %d as %d', (exact, shown) => {
    expect(twoDigits(exact)).toBe(shown);
  });

  it('shows nothing of what was not measured', () => {
    expect([null, Number.NaN, Infinity, -Infinity].map(twoDigits)).toEqual([null, null, null, null]);
  });

  it('tells two digits of any count and is never off by more than a twentieth', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (exact) => {
        const shown = twoDigits(exact) ?? Number.NaN;
        expect(Number.isInteger(shown)).toBe(true);
        expect(shown.toString()).toMatch(/^\d{1,2}0*$/);
        expect(Math.abs(shown - exact)).toBeLessThanOrEqual(exact / 20);
        expect(shown === 0).toBe(exact === 0);
        expect(twoDigits(shown)).toBe(shown);
      }),
    );
  });
});

describe('percentOf', () => {
  it.each([
    [288, 288, 100],
    [287, 288, 99],
    [9_999, 10_000, 99],
    [1, 288, 0.3],
    [0, 288, 0],
    [300, 288, 100],
  ])('takes %d of %d for %d percent', (part, whole, shown) => {
    expect(wholePercentOf(part, whole)).toBe(shown);
  });

  it('knows nothing of a whole that was not measured or was nothing', () => {
    expect([wholePercentOf(null, 1), wholePercentOf(1, null), wholePercentOf(0, 0)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is never a hundred where a part is missing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat({ max: 1e9 }), (whole, part) => {
        const shown = wholePercentOf(part, whole) ?? Number.NaN;
        expect(shown).toBeGreaterThanOrEqual(0);
        expect(shown === 100).toBe(part >= whole);
      }),
    );
  });
});
