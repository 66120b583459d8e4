import { describe, expect, it } from 'vitest';
import { monthFigures, watchedFrom } from '../../../../lib/domain/statistics/month-figures.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { at, monitor } from '../../../support/alerts/monitor-builder.ts';

const DAY_MS = 86_400_000;
const since = at('2026-01-01T00:00Z');
const watched = monitor({ createdAt: since });
const none = { incidents: 0, downMs: 0 };

const open = (downSince: number): Partial<Monitor> => ({
  incident: { number: 1, reason: 'silence', downSince, openedAt: downSince, alertedAt: downSince, alerts: 1 },
  incidents: 1,
});

describe('the months of a monitor', () => {
  it('are whole where nothing happened', () => {
    expect(monthFigures(watched, [], since, at('2026-03-02T00:00Z'))).toEqual([
      { month: '2026-01', upPercent: 100, ...none },
      { month: '2026-02', upPercent: 100, ...none },
      { month: '2026-03', upPercent: 100, ...none },
    ]);
  });

  it('lack the part that closed incidents took of the time that was watched', () => {
    const late = monitor({ createdAt: at('2026-02-19T00:00Z') });
    const stored = [{ month: '2026-02', incidents: 2, downMs: DAY_MS }];

    expect(monthFigures(late, stored, since, at('2026-02-23T00:00Z'))).toEqual([
      { month: '2026-02', upPercent: 75, incidents: 2, downMs: DAY_MS },
    ]);
  });

  it('lack what the open incident takes so far, and count it where it began', () => {
    const down = { ...watched, ...open(at('2026-01-31T00:00Z')) };

    expect(monthFigures(down, [], since, at('2026-02-03T00:00Z'))).toEqual([
      { month: '2026-01', upPercent: 96.774, incidents: 1, downMs: DAY_MS },
      { month: '2026-02', upPercent: 0, incidents: 0, downMs: 2 * DAY_MS },
    ]);
  });

  it('lose no more by an incident that a success has ended', () => {
    const back = { ...watched, ...open(at('2026-01-10T00:00Z')) };
    const pending: Monitor['pending'] = [{ kind: 'recovery', at: at('2026-01-11T00:00Z') }];

    expect(monthFigures({ ...back, pending }, [], since, at('2026-01-20T00:00Z'))).toMatchObject([
      { incidents: 1, downMs: DAY_MS },
    ]);
  });

  it('have what the history is owed', () => {
    const closed = { monitorId: watched.id, spaceId: 's', number: 1, reason: 'fail', alerts: 1 } as const;
    const from = at('2026-01-10T00:00Z');
    const unrecorded = [{ ...closed, downSince: from, openedAt: from, closedAt: from + DAY_MS }];

    expect(monthFigures({ ...watched, unrecorded }, [], since, at('2026-01-20T00:00Z'))).toMatchObject([
      { incidents: 1, downMs: DAY_MS },
    ]);
  });

  it('never show 100 % over a lost second', () => {
    const stored = [{ month: '2026-01', incidents: 1, downMs: 1 }];

    expect(monthFigures(watched, stored, since, at('2026-02-01T00:00Z'))[0]).toMatchObject({
      upPercent: 99.999,
    });
  });

  it('show nothing of the time before there was a history', () => {
    const from = at('2026-02-15T00:00Z');

    expect(monthFigures(watched, [], from, at('2026-03-02T00:00Z'))).toEqual([
      { month: '2026-01', upPercent: null, incidents: null, downMs: null },
      { month: '2026-02', upPercent: 100, ...none },
      { month: '2026-03', upPercent: 100, ...none },
    ]);
    expect(monthFigures(watched, [], null, at('2026-01-02T00:00Z'))).toEqual([
      { month: '2026-01', upPercent: null, incidents: null, downMs: null },
    ]);
  });

  it('have no up time before the first ping, but their incidents', () => {
    const waiting = monitor({ createdAt: since, lastEventAt: null, ...open(at('2026-01-01T12:00Z')) });

    expect(monthFigures(waiting, [], since, at('2026-01-02T00:00Z'))).toEqual([
      { month: '2026-01', upPercent: null, incidents: 1, downMs: DAY_MS / 2 },
    ]);
  });

  it('end with the deletion', () => {
    const deleted = monitor({ createdAt: since, active: false, deactivatedAt: at('2026-01-11T00:00Z') });
    const stored = [{ month: '2026-01', incidents: 1, downMs: DAY_MS }];

    expect(monthFigures(deleted, stored, since, at('2026-02-05T00:00Z'))).toEqual([
      { month: '2026-01', upPercent: 90, incidents: 1, downMs: DAY_MS },
      { month: '2026-02', upPercent: null, incidents: null, downMs: null },
    ]);
  });

  it('are thirteen at most', () => {
    const old = monitor({ createdAt: at('2020-01-01T00:00Z') });
    const months = monthFigures(old, [], since, at('2026-03-02T00:00Z')).map(({ month }) => month);

    expect([months.length, months.at(0), months.at(-1)]).toEqual([13, '2025-03', '2026-03']);
  });
});

describe('a monitor is watched', () => {
  it('from its creation, where the first check came minutes later', () => {
    expect(watchedFrom(watched, since + 599_999)).toBe(since);
    expect(watchedFrom(watched, since - DAY_MS)).toBe(since);
  });

  it('from the first check with a history, where it was created long before', () => {
    expect(watchedFrom(watched, since + 600_000)).toBe(since + 600_000);
    expect(watchedFrom(watched, null)).toBeNull();
  });
});
