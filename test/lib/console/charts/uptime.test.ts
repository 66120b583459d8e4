import { expect, it } from 'vitest';
import { midnightsTo } from '../../../../lib/console/charts/uptime.ts';
import { percentUp, uptimeDays } from '../../../../lib/domain/statistics/uptime.ts';
import { HOUR_MS } from '../../../../lib/domain/calendar.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const now = Date.parse('2027-03-04T12:00:00');
const midnight = (day: number) => new Date(2027, 2, day).getTime();

it('the midnights around the last days, across a change of the clocks too', () => {
  expect(midnightsTo(now, ZONE, 3)).toEqual([2, 3, 4, 5].map(midnight));
  const many = midnightsTo(now, ZONE, 90);
  expect(many).toHaveLength(91);
  expect(many.map((at) => new Date(at).getHours()).every((hour) => hour === 0)).toBe(true);
});

it('a day is known from when it was watched until now, and down as long as incidents lie in it', () => {
  const downs = [
    { from: midnight(3) - HOUR_MS, to: midnight(3) + 2 * HOUR_MS },
    { from: now - HOUR_MS, to: now + HOUR_MS },
  ];
  const days = uptimeDays(midnightsTo(now, ZONE, 4), downs, { knownFrom: midnight(2) + 12 * HOUR_MS, now });

  expect(days.map(({ knownMs, downMs }) => [knownMs / HOUR_MS, downMs / HOUR_MS])).toEqual([
    [0, 0],
    [12, 1],
    [24, 2],
    [12, 1],
  ]);
  expect(percentUp(days)).toBe('91.66 %');
});

it('is 100 only where it was never down', () => {
  expect(percentUp([{ knownMs: 1e9, downMs: 1 }])).toBe('99.99 %');
  expect(percentUp([{ knownMs: 1e9, downMs: 0 }])).toBe('100 %');
});
