import { expect, it } from 'vitest';
import { windowSecOf } from '../../../../lib/domain/schedule/expected.ts';

it.each([
  ['every minute', '* * * * *', 'UTC', '2027-01-01T00:00Z', 60],
  ['daily', '0 3 * * *', 'America/Sao_Paulo', '2027-01-01T00:00Z', 86_400],
  ['the long gap of an uneven day', '0 9,18 * * *', 'UTC', '2027-01-01T12:00Z', 54_000],
  ['the short gap of an uneven day', '0 9,18 * * *', 'UTC', '2027-01-01T20:00Z', 32_400],
  ['a day shortened by a clock change', '30 2 * * *', 'America/New_York', '2027-03-14T06:00Z', 84_600],
  ['a day lengthened by a clock change', '30 1 * * *', 'America/New_York', '2027-11-07T05:00Z', 90_000],
  ['a leap year', '0 0 1 1 *', 'UTC', '2027-06-01T00:00Z', 31_622_400],
  [
    'a year made longer by a clock change, held to the limit',
    '0 12 6 11 *',
    'America/New_York',
    '2027-01-01T00:00Z',
    31_622_400,
  ],
  ['no second run within reach', '0 0 29 2 *', 'UTC', '2027-06-01T00:00Z', 31_622_400],
  ['no run at all', '0 0 31 2 *', 'UTC', '2027-06-01T00:00Z', 31_622_400],
])('windowSecOf measures %s', (_, cron, tz, now, windowSec) => {
  expect(windowSecOf({ cron, tz }, Date.parse(now))).toBe(windowSec);
});
