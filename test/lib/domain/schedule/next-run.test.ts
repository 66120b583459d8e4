import { expect, it } from 'vitest';
import { nextRunAfter, nextRuns } from '../../../../lib/domain/schedule/next-run.ts';

it('nextRunAfter is strictly after, to the millisecond', () => {
  const daily = { cron: '0 3 * * *', tz: 'UTC' };

  expect(nextRunAfter(daily, Date.parse('2027-01-10T02:59:59.999Z'))).toBe(Date.parse('2027-01-10T03:00Z'));
  expect(nextRunAfter(daily, Date.parse('2027-01-10T03:00:00.000Z'))).toBe(Date.parse('2027-01-11T03:00Z'));
  expect(nextRunAfter(daily, Date.parse('2027-01-10T03:00:00.001Z'))).toBe(Date.parse('2027-01-11T03:00Z'));
});

it('nextRunAfter starts a starred schedule at the next whole minute', () => {
  const minutely = { cron: '* * * * *', tz: 'Asia/Kathmandu' };

  expect(nextRunAfter(minutely, Date.parse('2027-01-10T02:59:59.999Z'))).toBe(
    Date.parse('2027-01-10T03:00Z'),
  );
  expect(nextRunAfter(minutely, Date.parse('2027-01-10T03:00:00.000Z'))).toBe(
    Date.parse('2027-01-10T03:01Z'),
  );
});

it.each([
  [
    'an OR when neither day field starts with a star',
    '0 0 13 * 5',
    ['2027-08-06', '2027-08-13', '2027-08-20'],
  ],
  ['an OR when the star stands later in a list', '0 0 13,* * 5', ['2027-08-01', '2027-08-02', '2027-08-03']],
  [
    'an AND when the day of month starts with a star',
    '0 0 */3 * 1',
    ['2027-08-16', '2027-09-13', '2027-10-04'],
  ],
  [
    'an AND when the day of week starts with a star',
    '0 0 1-7 * */6',
    ['2027-08-01', '2027-08-07', '2027-09-04'],
  ],
])('nextRuns reads the day fields as %s', (_, cron, dates) => {
  const runs = nextRuns({ cron, tz: 'UTC' }, Date.parse('2027-07-31T12:00Z'), 3);

  expect(runs).toEqual(dates.map((date) => Date.parse(`${date}T00:00Z`)));
});

it('nextRunAfter finds a yearly run a leap year and a clock change away', () => {
  const yearly = { cron: '0 12 6 11 *', tz: 'America/New_York' };

  expect(nextRunAfter(yearly, Date.parse('2027-11-06T16:00Z'))).toBe(Date.parse('2028-11-06T17:00Z'));
});

it('nextRunAfter is null when no run comes within 366 days', () => {
  const after = Date.parse('2027-02-01T00:00Z');

  expect(nextRunAfter({ cron: '0 0 29 2 *', tz: 'UTC' }, after)).toBeNull();
  expect(nextRunAfter({ cron: '* * 30 2 *', tz: 'Europe/Berlin' }, after)).toBeNull();
  expect(nextRuns({ cron: '0 0 31 4,6,9,11 *', tz: 'UTC' }, after, 5)).toEqual([]);
});

it('nextRunAfter finds 29 February within the year before it', () => {
  const leapDay = { cron: '0 0 29 2 *', tz: 'UTC' };

  expect(nextRunAfter(leapDay, Date.parse('2027-03-01T00:00Z'))).toBe(Date.parse('2028-02-29T00:00Z'));
});

it('nextRunAfter is null for an expression or a zone that is not valid', () => {
  expect(nextRunAfter({ cron: '@daily', tz: 'UTC' }, 0)).toBeNull();
  expect(nextRunAfter({ cron: '0 0 * * *', tz: '+03:00' }, 0)).toBeNull();
});
