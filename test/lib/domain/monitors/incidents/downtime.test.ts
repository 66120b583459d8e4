import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthOf } from '../../../../../lib/domain/calendar.ts';
import { byMonth, monthsOf } from '../../../../../lib/domain/monitors/incidents/downtime.ts';
import type { IncidentRecord } from '../../../../../lib/domain/monitors/monitor.ts';
import { at } from '../../../../support/alerts/monitor-builder.ts';

const HOUR_MS = 3_600_000;

const record = (downSince: number, closedAt: number | null): IncidentRecord => ({
  monitorId: 'm',
  spaceId: 's',
  number: 1,
  reason: 'silence',
  downSince,
  openedAt: downSince,
  closedAt,
  alerts: 1,
});

describe('the months of closed incidents', () => {
  it('are the month an incident lies in', () => {
    expect(monthsOf([record(at('10:00'), at('12:00'))])).toEqual([
      { month: '2026-03', incidents: 1, downMs: 2 * HOUR_MS },
    ]);
  });

  it('share one over several months, which counts where it began, also over a leap day', () => {
    expect(monthsOf([record(at('2028-01-31T22:00Z'), at('2028-03-01T01:00Z'))])).toEqual([
      { month: '2028-01', incidents: 1, downMs: 2 * HOUR_MS },
      { month: '2028-02', incidents: 0, downMs: 29 * 24 * HOUR_MS },
      { month: '2028-03', incidents: 0, downMs: HOUR_MS },
    ]);
  });

  it('add up several, and leave out an open one', () => {
    const closed = [record(at('10:00'), at('11:00')), record(at('12:00'), at('15:00'))];

    expect(monthsOf([...closed, record(at('16:00'), null)])).toEqual([
      { month: '2026-03', incidents: 2, downMs: 4 * HOUR_MS },
    ]);
  });

  it('count one that ended before it began, of no length', () => {
    expect(monthsOf([record(at('10:00'), at('09:59'))])).toEqual([
      { month: '2026-03', incidents: 1, downMs: 0 },
    ]);
  });
});

it('the parts of a span are whole, in order, and each within its month', () => {
  const instant = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2032, 0) });
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const parts = byMonth(from, to);
      expect(parts.reduce((sum, { ms }) => sum + ms, 0)).toBe(to - from);
      let start = from;
      for (const { month, ms } of parts) {
        expect([monthOf(start), monthOf(start + ms - 1)]).toEqual([month, month]);
        start += ms;
      }
    }),
  );
});
