import { expect, it } from 'vitest';
import { defaultGraceSec } from '../../../../lib/domain/schedule/default-grace.ts';

const NOON = Date.UTC(2027, 2, 1, 12);

it.each([
  ['a day', '0 4 * * *', 3_600],
  ['a month', '0 4 1 * *', 3_600],
  ['an hour', '0 * * * *', 720],
  ['half an hour', '*/30 * * * *', 360],
  ['seven minutes and once four', '*/7 * * * *', 90],
  ['a minute', '* * * * *', 90],
  ['an hour now and then a day', '0 4,5 * * *', 720],
  ['a year', '0 0 29 2 *', 3_600],
])(
  'a fifth of the shortest gap, at most an hour and at least 90 s: runs apart by %s',
  (_gap, cron, graceSec) => {
    expect(defaultGraceSec({ cron, tz: 'Europe/Berlin' }, NOON)).toBe(graceSec);
  },
);
