import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeUntilFull, type Point } from '../../../../lib/domain/machines/forecast.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One number an hour. */
const hourly = (values: readonly number[]): Point[] => values.map((value, at) => ({ at: at * HOUR, value }));
const rising = (from: number, perDay: number, hours = 168) =>
  hourly(Array.from({ length: hours }, (_, at) => from + (perDay * at) / 24));
const daysOf = (points: readonly Point[]) => {
  const left = timeUntilFull(points, 100);
  return left === null ? null : left / DAY;
};

describe('when a disk is full', () => {
  it('follows from what it rises by', () => {
    expect(daysOf(rising(60, 2))).toBeCloseTo(20 - 167 / 24, 3);
    expect(daysOf(rising(60, 2).toReversed())).toBeCloseTo(20 - 167 / 24, 3);
  });

  it.each<[string, Point[]]>([
    ['too few numbers', rising(60, 2, 11)],
    [
      'too short a time',
      hourly([60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71]).map(({ at, value }) => ({
        at: at / 60,
        value,
      })),
    ],
    ['one that stays', hourly(Array.from({ length: 168 }, () => 60))],
    ['one that is full', rising(95, 2)],
    ['one step', hourly(Array.from({ length: 168 }, (_, at) => (at < 84 ? 60 : 80)))],
    ['one that stopped rising', hourly(Array.from({ length: 168 }, (_, at) => Math.min(60 + at, 100 - 20)))],
    ['one that is cleared each day', hourly(Array.from({ length: 168 }, (_, at) => 60 + (at % 24)))],
    ['what would take longer than can be said', rising(10, 0.1)],
    ['a rise that is no more than noise', rising(60, 0.01)],
    ['nothing', []],
  ])('is not said of %s', (_what, points) => {
    expect(timeUntilFull(points, 100)).toBeNull();
  });

  it('is not said of what falls, however it falls', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 12, maxLength: 200 }),
        (falls) => {
          let value = 99;
          const points = hourly(falls.map((fall) => (value = Math.max(0, value - fall))));
          expect(timeUntilFull(points, 100)).toBeNull();
        },
      ),
    );
  });

  it('is not said of chance', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 20, max: 80, noNaN: true })), (chance) => {
        const points = hourly([...chance.take(168)]);
        expect(timeUntilFull(points, 100)).toBeNull();
      }),
    );
  });

  it('is near the truth through a little noise', () => {
    const cases = fc.record({
      from: fc.double({ min: 45, max: 60, noNaN: true }),
      perDay: fc.double({ min: 1, max: 4, noNaN: true }),
      noise: fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 168, maxLength: 168 }),
    });
    fc.assert(
      fc.property(cases, ({ from, perDay, noise }) => {
        const points = rising(from, perDay).map(({ at, value }, index) => ({
          at,
          value: value + (noise[index] ?? 0),
        }));
        const days = daysOf(points) ?? Number.NaN;
        const truth = (100 - from) / perDay - 167 / 24;
        expect(Math.abs(days - truth)).toBeLessThan(0.15 * truth + 1);
      }),
    );
  });
});
