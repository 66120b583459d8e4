import { expect, it } from 'vitest';
import { chartDataOf } from '../../../../lib/console/charts/chart-data.ts';

const at = (minute: number, fields: Record<string, number | string> = {}) => ({
  t: new Date(minute * 60_000).toISOString(),
  ...fields,
});

it('readings are drawn oldest first, with nothing where a field is absent or a word', () => {
  const readings = [at(3, { in: 3, out: 30 }), at(2, { out: 20 }), at(1, { in: 1, out: 'x' })];
  expect(chartDataOf(readings, ['in', 'out'])).toEqual([
    [60, 120, 180],
    [1, null, 3],
    [null, 20, 30],
  ]);
});

it('no line crosses a gap, which is told by the usual distance', () => {
  const minutes = [0, 1, 2, 3, 7, 8];
  const [times, line] = chartDataOf(minutes.map((minute) => at(minute, { in: 1 })).toReversed(), ['in']);
  expect(times).toEqual([0, 60, 120, 180, 300, 420, 480]);
  expect(line).toEqual([1, 1, 1, 1, null, 1, 1]);
  const hourly = [0, 60, 120].map((minute) => at(minute, { in: 1 })).toReversed();
  expect(chartDataOf(hourly, ['in'])[1]).toEqual([1, 1, 1]);
});

it('nothing is drawn of no reading', () => {
  expect(chartDataOf([], ['in'])).toEqual([[], []]);
});
