import { expect, it } from 'vitest';
import { dayFigures } from '../../../../lib/domain/statistics/month-figures.ts';

it.each([
  [[], undefined],
  [[7], { runs: 1, p50Ms: 7, p95Ms: 7, maxMs: 7 }],
  [[40, 10], { runs: 2, p50Ms: 10, p95Ms: 40, maxMs: 40 }],
  [[0, 0, 0], { runs: 3, p50Ms: 0, p95Ms: 0, maxMs: 0 }],
  [Array.from({ length: 20 }, (_, index) => 20 - index), { runs: 20, p50Ms: 10, p95Ms: 19, maxMs: 20 }],
  [Array.from({ length: 100 }, (_, index) => index + 1), { runs: 100, p50Ms: 50, p95Ms: 95, maxMs: 100 }],
])('of %j the figures are %j', (durations, figures) => {
  expect(dayFigures(durations)).toEqual(figures);
});
