import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../../lib/domain/calendar.ts';
import {
  spanOfPeriod,
  newestSent,
  periodAfter,
  periodAt,
  REPORT_SPANS,
  sentAt,
} from '../../../../../lib/domain/statistics/reports/report-period.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'Pacific/Apia',
  'Australia/Lord_Howe',
];
const at = (iso: string) => Date.parse(iso);

describe('the period that an instant lies in', () => {
  it.each([
    ['week', '2027-03-01T00:00:00Z', 'UTC', '2027-03-01'],
    ['week', '2027-03-07T23:59:59Z', 'UTC', '2027-03-01'],
    ['week', '2027-03-07T23:00:00Z', 'Europe/Berlin', '2027-03-08'],
    ['week', '2027-03-08T02:59:59Z', 'America/Sao_Paulo', '2027-03-01'],
    ['week', '2027-01-01T12:00:00Z', 'UTC', '2026-12-28'],
    ['month', '2027-02-28T23:30:00Z', 'Europe/Berlin', '2027-03-01'],
    ['month', '2028-02-29T12:00:00Z', 'UTC', '2028-02-01'],
    ['month', '2027-12-31T12:00:00Z', 'Asia/Tokyo', '2027-12-01'],
    ['week', '2027-03-03T12:00:00Z', 'no/zone', '2027-03-01'],
  ] as const)('is, of a %s at %s in %s, that of %s', (span, iso, zone, day) => {
    expect(periodAt(span, at(iso), zone)).toEqual({ span, day });
  });

  it('is as long as its calendar says, an hour less or more over a change of clocks', () => {
    const hours = (span: 'week' | 'month', day: string, zone: string) => {
      const { from, to } = spanOfPeriod({ span, day }, zone);
      return (to - from) / HOUR_MS;
    };
    expect(hours('week', '2027-03-22', 'Europe/Berlin')).toBe(7 * 24 - 1);
    expect(hours('week', '2027-10-25', 'Europe/Berlin')).toBe(7 * 24 + 1);
    expect(hours('month', '2027-03-01', 'Europe/Berlin')).toBe(31 * 24 - 1);
    expect(hours('month', '2028-02-01', 'UTC')).toBe(29 * 24);
  });
});

describe('the newest period that is to be reported', () => {
  it('is over, follows the one before without a gap, and is told in the morning, in every zone at every time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REPORT_SPANS),
        fc.constantFrom(...ZONES),
        fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2031-01-01T00:00:00Z') }),
        fc.string({ minLength: 1 }),
        (span, zone, now, accountId) => {
          const reader = { accountId, zone };
          const newest = newestSent(span, now, reader);
          const { from, to } = spanOfPeriod(newest, zone);
          const next = periodAfter(newest);
          expect(spanOfPeriod(next, zone).from).toBe(to);
          expect(periodAt(span, from, zone)).toEqual(newest);
          expect(periodAt(span, to - 1, zone)).toEqual(newest);
          expect(sentAt(newest, reader)).toBeLessThanOrEqual(now);
          expect(sentAt(next, reader)).toBeGreaterThan(now);
          const after = sentAt(newest, reader) - to;
          expect(after).toBeGreaterThanOrEqual(5 * HOUR_MS);
          expect(after).toBeLessThan(DAY_MS / 2);
        },
      ),
    );
  });
});
