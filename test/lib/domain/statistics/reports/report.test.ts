import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../../lib/domain/calendar.ts';
import type { AlertReason, IncidentRecord, Monitor } from '../../../../../lib/domain/monitors/monitor.ts';
import { spanOfPeriod } from '../../../../../lib/domain/statistics/reports/report-period.ts';
import {
  NAMED_MAX,
  reportOf,
  type ReportFacts,
} from '../../../../../lib/domain/statistics/reports/report.ts';
import { monitor } from '../../../../support/alerts/monitor-builder.ts';

const period = { span: 'week', day: '2027-03-01' } as const;
const when = { period, ...spanOfPeriod(period, 'UTC') };
const { from, to } = when;

const job = (id: string, given: Partial<Monitor> = {}) =>
  monitor({ id, name: id, createdAt: from - 100 * HOUR_MS, lastEventAt: from, ...given });
const incident = (
  monitorId: string,
  [began, ended]: [number, number | null],
  reason: AlertReason = 'fail',
): IncidentRecord => ({
  monitorId,
  spaceId: 'space-1',
  number: began,
  reason,
  downSince: from + began * HOUR_MS,
  openedAt: from + began * HOUR_MS,
  closedAt: ended === null ? null : from + ended * HOUR_MS,
  alerts: 1,
});
const report = (facts: Partial<ReportFacts>) =>
  reportOf(
    {
      monitors: [],
      incidents: [],
      isCut: false,
      silent: new Set(),
      unheard: new Map(),
      drifts: new Map(),
      historyFrom: from - 1_000 * HOUR_MS,
      ...facts,
    },
    when,
  );

describe('the report of a week', () => {
  it('counts what lies in it: the part of an incident that began before, none that ended before or began after', () => {
    const { trouble, incidents, upPercent } = report({
      monitors: [job('a')],
      incidents: [
        incident('a', [-10, -2]),
        incident('a', [-5, 5]),
        incident('a', [20, 31]),
        incident('a', [168, 200]),
        incident('gone', [3, 4]),
      ],
    });
    expect(trouble.fail.lines).toMatchObject([{ times: 2, downMs: 16 * HOUR_MS, isOpen: false }]);
    expect(incidents).toBe(1);
    expect(upPercent).toBe(90.476);
  });

  it('takes of the open incident what lies in the week, from the monitor itself', () => {
    const open = { ...incident('a', [160, null], 'silence'), alertedAt: 0 };
    const { trouble, upPercent } = report({ monitors: [job('a', { incident: open, incidents: 160 })] });
    expect(trouble.silence.lines).toMatchObject([{ times: 1, downMs: 8 * HOUR_MS, isOpen: true }]);
    expect(upPercent).toBe(95.238);
  });

  it('counts the time in which a monitor was there and had pinged, and no others', () => {
    const young = job('young', { createdAt: to - 10 * HOUR_MS });
    const never = job('never', { lastEventAt: null });
    const incidents = [incident('young', [158, 163]), incident('never', [0, 168], 'too_long')];
    expect(report({ monitors: [young, never], incidents }).upPercent).toBe(50);
    expect(report({ monitors: [never], incidents }).upPercent).toBeNull();
    expect(report({ monitors: [young], incidents, historyFrom: null }).upPercent).toBeNull();
  });

  it('names the worst ten of two thousand, those that last first, and counts the others', () => {
    const monitors = Array.from({ length: 2_000 }, (_, at) => job(`job-${at}`));
    const incidents = monitors.map(({ id }, at) => incident(id, [at / 20, at / 10 + 0.1]));
    const silent = new Set(monitors.map(({ id }) => id));
    const { trouble, tellNobody, monitors: count } = report({ monitors, incidents, silent });
    expect(count).toBe(2_000);
    expect(trouble.fail.others).toBe(2_000 - NAMED_MAX);
    expect(trouble.fail.lines[0]?.downMs).toBeGreaterThan(trouble.fail.lines[1]?.downMs ?? 0);
    expect(tellNobody).toMatchObject({ others: 2_000 - NAMED_MAX });
    expect(tellNobody.lines).toHaveLength(NAMED_MAX);
  });

  it('tells what gets slower first, and nothing that was dismissed or is deactivated', () => {
    const { drifting } = report({
      monitors: [
        job('flaky', { drifts: ['flaky'] }),
        job('slow', { drifts: ['slower'] }),
        job('gone', { drifts: ['slower'], active: false }),
      ],
    });
    expect(drifting.lines.map(({ monitor: { id } }) => id)).toEqual(['slow', 'flaky']);
  });
});
