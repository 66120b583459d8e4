import { expect, it } from 'vitest';
import { expectedAfterPing } from '../../../../lib/domain/schedule/expected.ts';

const daily = { cron: '0 1 * * *', tz: 'UTC' };
const tenMinutely = { cron: '*/10 * * * *', tz: 'UTC' };

it.each([
  ['a ping at the scheduled second', daily, '2027-05-01T01:00:00.000Z', 90, '2027-05-02T01:00Z'],
  ['a late ping', daily, '2027-05-01T01:07:00.000Z', 90, '2027-05-02T01:00Z'],
  ['a ping a minute early', daily, '2027-05-01T00:59:00.000Z', 90, '2027-05-02T01:00Z'],
  ['a ping as early as the grace', daily, '2027-05-01T00:58:30.000Z', 90, '2027-05-02T01:00Z'],
  ['a ping a millisecond earlier than the grace', daily, '2027-05-01T00:58:29.999Z', 90, '2027-05-01T01:00Z'],
  ['a ping a tenth of the gap early', tenMinutely, '2027-05-01T00:59:00.000Z', 600, '2027-05-01T01:10Z'],
  [
    'a ping earlier than a tenth of the gap',
    tenMinutely,
    '2027-05-01T00:58:59.999Z',
    600,
    '2027-05-01T01:00Z',
  ],
])('expectedAfterPing after %s', (_, schedule, pingAt, graceSec, expected) => {
  expect(expectedAfterPing(schedule, Date.parse(pingAt), graceSec)).toBe(Date.parse(expected));
});

it('expectedAfterPing measures the gap that follows the answered run', () => {
  const uneven = { cron: '0,5 1 * * *', tz: 'UTC' };

  expect(expectedAfterPing(uneven, Date.parse('2027-05-01T00:59:30Z'), 90)).toBe(
    Date.parse('2027-05-01T01:05Z'),
  );
  expect(expectedAfterPing(uneven, Date.parse('2027-05-01T00:59:29Z'), 90)).toBe(
    Date.parse('2027-05-01T01:00Z'),
  );
  expect(expectedAfterPing(uneven, Date.parse('2027-05-01T01:03:30Z'), 90)).toBe(
    Date.parse('2027-05-02T01:00Z'),
  );
});

it('expectedAfterPing counts the early window in real time across a clock change', () => {
  const skipped = { cron: '30 2 * * *', tz: 'America/New_York' };

  expect(expectedAfterPing(skipped, Date.parse('2027-03-14T06:59Z'), 90)).toBe(
    Date.parse('2027-03-15T06:30Z'),
  );
  expect(expectedAfterPing(skipped, Date.parse('2027-03-14T06:30Z'), 90)).toBe(
    Date.parse('2027-03-14T07:00Z'),
  );
});

it('expectedAfterPing is null when no run follows within 366 days', () => {
  const leapDay = { cron: '0 0 29 2 *', tz: 'UTC' };

  expect(expectedAfterPing(leapDay, Date.parse('2028-02-29T00:00:10Z'), 90)).toBeNull();
  expect(expectedAfterPing(leapDay, Date.parse('2028-02-28T23:59:30Z'), 90)).toBeNull();
  expect(expectedAfterPing(leapDay, Date.parse('2028-02-28T23:00:00Z'), 90)).toBe(
    Date.parse('2028-02-29T00:00Z'),
  );
});
