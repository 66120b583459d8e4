import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../../lib/domain/limits.ts';
import { MEASURE_IDS, MEASURES } from '../../../../../lib/domain/machines/measures/catalogue.ts';
import type { Measure, Values } from '../../../../../lib/domain/machines/measures/measure.ts';
import { packed, unpacked } from '../../../../../lib/domain/machines/readings/reading-encoding.ts';
import { rounds } from '../../../../support/thorough.ts';

const { disco, memoria, rede } = MEASURES;
const AT = 1_795_402_721;

it('writes the second, then the fields in their order, then what is kept', () => {
  expect(packed(disco, { total: 4, ponto: '/', usado: 1.5, pct: 37.5 }, AT)).toBe('1795402721 / 1.5 4 37.5');
  expect(packed(rede, { rx: 7, err: 0 }, AT)).toBe('1795402721 - - - 7 - 0');
});

it('reads what it wrote', () => {
  const values = { ponto: '/', usado: 0.5, total: Number.MAX_SAFE_INTEGER };
  expect(unpacked(disco, packed(disco, values, AT))).toEqual({ atSec: AT, values });
});

it('keeps nine digits of a fraction, and whole numbers whole', () => {
  const values = { usada: 1 / 3, total: 9_007_199_254_740_991, pct: 123_456.7891234 };
  expect(packed(memoria, values, AT)).toBe('1795402721 0.333333333 9007199254740991 123456.789');
});

it.each([NaN, Infinity, -Infinity, 2 ** 53, 1e300])('stores no %s', (value) => {
  expect(packed(memoria, { usada: value }, AT)).toBe('1795402721 - - -');
});

it.each([
  ['a b\n@c', 'ab@c'],
  ['<b>é"', 'b'],
  ['x'.repeat(40), 'x'.repeat(32)],
  [' ', '-'],
])('stores the word %j as %j', (word, stored) => {
  expect(packed(disco, { ponto: word }, AT)).toBe(`1795402721 ${stored} - - -`);
});

describe('unpacked', () => {
  it.each(['', '-', 'x 1 2 3', '-5 1', '1e3 1', '1795402721\n1'])('takes no %j', (text) => {
    expect(unpacked(memoria, text)).toBeNull();
  });

  it('reads what an earlier or a later version wrote, with fewer or more fields', () => {
    expect(unpacked(memoria, '7 1')).toEqual({ atSec: 7, values: { usada: 1 } });
    expect(unpacked(memoria, '7 1 2 3 4 x')).toEqual({ atSec: 7, values: { usada: 1, total: 2, pct: 3 } });
  });

  it('leaves out a word where a number stands', () => {
    expect(unpacked(memoria, '7 abc NaN 3')).toEqual({ atSec: 7, values: { pct: 3 } });
  });
});

it('gives back every number, to nine digits', () => {
  const number = fc.double({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1, noNaN: true });
  fc.assert(
    fc.property(number, (usada) => {
      const read = unpacked(memoria, packed(memoria, { usada }, AT))?.values['usada'];
      expect(Math.abs(Number(read) - usada)).toBeLessThanOrEqual(Math.abs(usada) * 1e-8);
    }),
    { numRuns: rounds(200, 5_000) },
  );
});

it('keeps all measures of a minute below what one item may take', () => {
  const item = Object.fromEntries(
    MEASURE_IDS.map((id) => [MEASURES[id].code, packed(MEASURES[id], worstOf(MEASURES[id]), 9_999_999_999)]),
  );
  const keys = 'pk'.length + 60 + 'sk'.length + 21 + 'ttl'.length + 21;
  const bytes = Object.entries(item).reduce((sum, [code, text]) => sum + code.length + text.length, keys);
  expect(bytes).toBeLessThan(LIMITS.readingItemMaxBytes);
});

/** The longest text of each field. */
function worstOf({ fields, kept = [] }: Measure): Values {
  const longest = { text: 'x'.repeat(99), pct: 12.34, mib: 8_796_093_022_207.9 };
  const values = fields.map(({ id, format = 'text' }) => [
    id,
    format === 'text' || format === 'pct' || format === 'mib' ? longest[format] : Number.MIN_SAFE_INTEGER,
  ]);
  return Object.fromEntries([...values, ...kept.map((id) => [id, Number.MAX_SAFE_INTEGER])]);
}
