import { expect, it } from 'vitest';
import { intervalWords, scheduleWords } from '../../../../lib/render/monitors/schedule-words.ts';

it.each([
  ['* * * * *', 'every minute'],
  ['*/5 * * * *', 'every 5 minutes'],
  ['0-59/20 * * * *', 'every 20 minutes'],
  ['30 * * * *', 'at minute 30 of every hour'],
  ['0,30 * * * *', 'at minute 0 and 30 of every hour'],
  ['1-59/29 * * * *', 'at minute 1, 30 and 59 of every hour'],
  ['0 3 * * *', 'at 03:00'],
  ['0 6,18 * * *', 'at 06:00 and 18:00'],
  ['0,30 8-10 * * *', 'at 08:00, 08:30, 09:00, 09:30, 10:00 and 10:30'],
  ['*/15 9-17 * * *', 'every 15 minutes of the hours 09 to 17'],
  ['0 */2 * * *', 'at minute 0 of every 2nd hour'],
  ['*/10 */8 * * *', 'every 10 minutes of every 8th hour'],
  ['* 3 * * *', 'every minute of the hours 03'],
  ['0 9 * * 1-5', 'at 09:00 on Monday to Friday'],
  ['0 9 * * 7', 'at 09:00 on Sunday'],
  ['0 9 * * fri,sat', 'at 09:00 on Friday and Saturday'],
  ['30 6 1 * *', 'at 06:30 on day 1 of the month'],
  ['30 6 1,15 * *', 'at 06:30 on day 1 and 15 of the month'],
  ['0 0 29 2 *', 'at 00:00 on day 29 of the month in February'],
  ['0 0 * 6-8 *', 'at 00:00 in June to August'],
  ['0 0 13 * 5', 'at 00:00 on day 13 of the month or on Friday'],
  ['0 0 */10 * 1,5', 'at 00:00 on day 1, 11, 21 and 31 of the month when that is a Monday or Friday'],
])('%s reads: %s', (cron, words) => {
  expect(scheduleWords(cron, 'Europe/Berlin')).toBe(`${words}, in Europe/Berlin`);
});

it('an interval reads as the longest silence', () => {
  expect(intervalWords(300)).toBe('a ping at least every 5 minutes');
  expect(intervalWords(90_000)).toBe('a ping at least every 1 d 1 h');
});
