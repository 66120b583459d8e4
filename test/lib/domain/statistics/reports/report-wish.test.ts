import { describe, expect, it } from 'vitest';
import {
  periodDue,
  wishAfter,
  wishFor,
  type ReportWish,
} from '../../../../../lib/domain/statistics/reports/report-wish.ts';

const at = (iso: string) => Date.parse(iso);
// A Wednesday.
const NOW = at('2027-03-03T12:00:00Z');
const reader = { accountId: 'a', zone: 'UTC' };
const asked = (week: boolean, month: boolean, before?: ReportWish, now = NOW) =>
  wishFor(before, { spaceId: 's', wanted: { week, month }, reader }, now);
const both = () => asked(true, true) as ReportWish;

describe('what is kept of who wants reports', () => {
  it('begins with the period that runs, and is due when the first of them is', () => {
    expect(both()).toMatchObject({ week: '2027-03-01', month: '2027-03-01' });
    expect(both().dueAt).toBeGreaterThanOrEqual(at('2027-03-08T07:00:00Z'));
    expect(both().dueAt).toBeLessThan(at('2027-03-08T08:00:00Z'));
    expect(asked(false, true)?.dueAt).toBeGreaterThan(at('2027-04-01T00:00:00Z'));
  });

  it('is nothing where nothing is wanted', () => {
    expect(asked(false, false)).toBeNull();
    expect(asked(false, false, both())).toBeNull();
  });

  it('keeps what is owed when the other one is switched, and forgets it when it is switched off', () => {
    const late = at('2027-03-09T12:00:00Z');
    expect(asked(true, false, both(), late)).toMatchObject({ week: '2027-03-01', month: null });
    const off = asked(false, true, both(), late) as ReportWish;
    expect(asked(true, true, off, late)).toMatchObject({ week: '2027-03-08', month: '2027-03-01' });
  });
});

describe('the period to report', () => {
  it.each([
    ['2027-03-08T06:59:00Z', null],
    ['2027-03-08T08:00:00Z', { span: 'week', day: '2027-03-01' }],
    ['2027-03-31T12:00:00Z', { span: 'week', day: '2027-03-22' }],
  ] as const)('is at %s %j', (iso, period) => {
    expect(periodDue(both(), reader, at(iso))).toEqual(period);
  });

  it('is the week and then the month where both are due, each once', () => {
    const now = at('2027-04-05T08:00:00Z');
    let wish = both();
    const told: unknown[] = [];
    for (let period = periodDue(wish, reader, now); period; period = periodDue(wish, reader, now)) {
      told.push(period);
      wish = wishAfter(wish, period, reader);
    }
    expect(told).toEqual([
      { span: 'week', day: '2027-03-29' },
      { span: 'month', day: '2027-03-01' },
    ]);
    expect(wish).toMatchObject({ week: '2027-04-05', month: '2027-04-01' });
    expect(wish.dueAt).toBeGreaterThan(now);
  });

  it('waits for the clock of a reader who moved west, and then has the time that is right', () => {
    const west = { accountId: 'a', zone: 'America/Los_Angeles' };
    const wish = both();
    expect(periodDue(wish, west, wish.dueAt)).toBeNull();
    expect(wishAfter(wish, null, west).dueAt).toBe(wish.dueAt + 8 * 3_600_000);
  });
});
