import { describe, expect, it } from 'vitest';
import { bandsOf, dateIn, dayIn, plannedIn } from '../../../../../lib/domain/monitors/day/planned.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const iso = (instants: readonly number[]) => instants.map((each) => new Date(each).toISOString());

describe('a day of a zone', () => {
  it.each([
    ['UTC', '2027-03-28', 24],
    ['Europe/Berlin', '2027-03-28', 23],
    ['Europe/Berlin', '2027-10-31', 25],
    ['Australia/Lord_Howe', '2027-04-04', 24.5],
    // Its clocks go on from midnight to one.
    ['Africa/Cairo', '2027-04-30', 23],
  ])('in %s, %s has %d hours', (tz, date, hours) => {
    const { from, to } = dayIn(tz, date);

    expect((to - from) / HOUR).toBe(hours);
    expect(dateIn(tz, from)).toBe(date);
    expect(dateIn(tz, to - 1)).toBe(date);
    expect(dateIn(tz, to)).not.toBe(date);
  });
});

describe('what is planned for a day', () => {
  const planned = (cron: string, date = '2027-03-28', tz = 'Europe/Berlin') =>
    plannedIn({ cron, tz: 'Europe/Berlin' }, dayIn(tz, date));

  it('is each time of a job that runs hourly at most, on the day that the clocks change too', () => {
    expect(iso(planned('30 2 * * *').times)).toEqual(['2027-03-28T01:00:00.000Z']);
    expect(planned('0 * * * *').times).toHaveLength(23);
    expect(planned('0 * * * *', '2027-10-31').times).toHaveLength(25);
    expect(planned('30 2 * * *', '2027-10-31').times).toHaveLength(1);
    expect(planned('0 3 * * 1').times).toEqual([]);
  });

  it('lies on the day of whoever asks, in the zone of the job', () => {
    expect(iso(planned('0 0 * * *', '2027-01-05', 'America/New_York').times)).toEqual([
      '2027-01-05T23:00:00.000Z',
    ]);
  });

  it('is a band of what runs every few minutes, by the hours in which it does', () => {
    expect(planned('* * * * *', '2027-01-05').bands).toEqual([
      { from: at('2027-01-04T23:00Z'), to: at('2027-01-05T22:59Z'), runs: 1_440, everySec: 60 },
    ]);
    expect(planned('*/5 8-9,20 * * *', '2027-01-05').bands).toEqual([
      { from: at('2027-01-05T07:00Z'), to: at('2027-01-05T08:55Z'), runs: 24, everySec: 300 },
      { from: at('2027-01-05T19:00Z'), to: at('2027-01-05T19:55Z'), runs: 12, everySec: 300 },
    ]);
    expect(planned('* * * * *').times).toEqual([]);
  });

  it('is nothing of a schedule that never runs', () => {
    expect(planned('0 0 30 2 *')).toEqual({ times: [], bands: [] });
  });
});

it('a band ends where the next time is more than an hour away', () => {
  expect(bandsOf([0, HOUR, 2 * HOUR + 1]).map(({ runs, everySec }) => [runs, everySec])).toEqual([
    [2, 3_600],
    [1, 0],
  ]);
});
