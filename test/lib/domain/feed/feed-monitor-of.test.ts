import { describe, expect, it } from 'vitest';
import { feedMonitorOf } from '../../../../lib/domain/feed/feed-monitor-of.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { driftId } from '../../../../lib/domain/monitors/rhythm/proposal.ts';
import { at, monitor, scheduled } from '../../../support/alerts/monitor-builder.ts';

const ROW_ID = '0123456789abcdef01234567';
const ROW = { rowId: ROW_ID, hasConsented: true };
/** What the feed says of an hourly monitor that pinged at noon, created at midnight. */
const shown = (given: Partial<Monitor>, now: string) => feedMonitorOf(monitor(given), ROW, at(now));

it('carries what the feed may show, and of the addresses only that they are there', () => {
  const whole = feedMonitorOf(
    monitor({ alertUrl: 'https://example.com/hook', tags: ['db'], missCount: 2, healthySince: at('09:00') }),
    ROW,
    at('12:30'),
  );

  expect(whole).toEqual({
    rowId: ROW_ID,
    name: 'Nightly backup',
    state: 'ok',
    healthy: true,
    overdue: false,
    intervalSec: 3_600,
    cron: null,
    tz: null,
    graceSec: null,
    nextExpectedAt: null,
    deadlineAt: at('13:00'),
    lastEventAt: at('12:00'),
    missCount: 2,
    incident: null,
    drifts: [],
    maintainedUntil: null,
    createdAt: at('00:00'),
    stateSince: at('09:00'),
    alerts: { email: true, url: true },
    tags: ['db'],
  });
});

it('tells the incident with the instant at which it truly began', () => {
  const failed = { pending: [{ kind: 'fail' as const, at: at('12:10') }], incidents: 4 };

  expect(shown(failed, '12:12')).toMatchObject({
    state: 'ok',
    healthy: true,
    incident: { number: 5, reason: 'fail', since: at('12:10') },
  });
});

it('tells what was noted of its job, unless its owner does not want it or it is watched no more', () => {
  const drifts = ['slower', 'flaky'] as const;

  expect(shown({ drifts }, '12:30').drifts).toEqual(drifts);
  expect(shown({ drifts, dismissed: [driftId('slower')] }, '12:30').drifts).toEqual(['flaky']);
  expect(shown({ drifts, active: false }, '12:30').drifts).toEqual([]);
});

it.each([
  ['both', { alertUrl: 'https://example.com/hook' }, { email: true, url: true }],
  ['mail only', {}, { email: true, url: false }],
  ['webhook only', { alertTo: null, alertUrl: 'https://example.com/hook' }, { email: false, url: true }],
  ['none', { alertTo: null }, { email: false, url: false }],
])('alert channels: %s', (_what, given, alerts) => {
  expect(shown(given, '12:30').alerts).toEqual(alerts);
});

it('an address that has not consented is no channel', () => {
  const asked = feedMonitorOf(monitor(), { rowId: ROW_ID, hasConsented: false }, at('12:30'));

  expect(asked.alerts).toEqual({ email: false, url: false });
});

it.each<[string, Partial<Monitor>, string, string, boolean, boolean]>([
  ['on its deadline', {}, '13:00', 'ok', true, false],
  ['the millisecond after', {}, '13:00:00.001', 'late', false, true],
  ['never pinged', { lastEventAt: null }, '23:00', 'waiting', false, false],
  ['paused in its silence', { pausedUntil: at('20:00') }, '15:00', 'paused', true, false],
  [
    'paused and never pinged',
    { pausedUntil: at('20:00'), lastEventAt: null },
    '15:00',
    'paused',
    false,
    false,
  ],
  [
    'deactivated in its silence',
    { active: false, deactivatedAt: at('14:00') },
    '15:00',
    'inactive',
    true,
    false,
  ],
])('one that is %s', (_what, given, now, state, healthy, overdue) => {
  expect(shown(given, now)).toMatchObject({ state, healthy, overdue });
});

describe('the state began', () => {
  it.each<[string, Partial<Monitor>, string, string]>([
    ['ok: with the ping that made it healthy', { healthySince: at('09:00') }, '12:30', '09:00'],
    ['ok, of a monitor from before that was kept: with its creation', {}, '12:30', '00:00'],
    [
      'ok: with the end of a pause that ran out',
      { healthySince: at('09:00'), pausedAt: at('12:05'), pausedUntil: at('12:20') },
      '12:30',
      '12:20',
    ],
    [
      'ok: with the end of a pause that was taken back',
      { healthySince: at('09:00'), pausedAt: at('12:05'), resumedAt: at('12:10') },
      '12:30',
      '12:10',
    ],
    [
      'ok: with the ping that ended a silence after a pause',
      { healthySince: at('11:00'), pausedUntil: at('08:00') },
      '12:30',
      '11:00',
    ],
    ['late: with the deadline, not with the look', { healthySince: at('09:00') }, '15:00', '13:00'],
    ['late after a pause: with the deadline after it', { pausedUntil: at('13:30') }, '15:00', '14:30'],
    ['late after an excuse: with its end', { extendedUntil: at('14:10') }, '15:00', '14:10'],
    ['waiting: with the creation', { lastEventAt: null }, '15:00', '00:00'],
    [
      'waiting after a pause: with its end',
      { lastEventAt: null, pausedUntil: at('14:00') },
      '15:00',
      '14:00',
    ],
    [
      'paused: when the pause was set',
      { pausedAt: at('12:10'), pausedUntil: at('20:00'), resumedAt: at('10:00') },
      '15:00',
      '12:10',
    ],
    ['paused from the start: with the creation', { pausedUntil: at('20:00') }, '15:00', '00:00'],
    ['inactive: with the deactivation', { active: false, deactivatedAt: at('14:00') }, '15:00', '14:00'],
  ])('%s', (_what, given, now, since) => {
    expect(shown(given, now).stateSince).toBe(at(since));
  });

  it('late on a schedule: when the grace was over', () => {
    const late = feedMonitorOf(scheduled(), ROW, at('13:05'));

    expect(late).toMatchObject({
      state: 'late',
      stateSince: at('13:01:30'),
      cron: '0 * * * *',
      graceSec: 90,
    });
  });

  it('the same however late one looks', () => {
    expect(shown({}, '13:01').stateSince).toBe(shown({}, '23:59').stateSince);
  });
});

describe('a silence is told from the next one', () => {
  const spell = (given: Partial<Monitor>) => shown({ healthySince: at('09:00'), ...given }, '20:00').spellAt;

  it('by the last sign before it, which no other interval moves', () => {
    expect(spell({})).toBe(at('12:00'));
    expect(spell({ intervalSec: 1_800 })).toBe(at('12:00'));
  });

  it.each<[string, Partial<Monitor>, string]>([
    ['a ping', { lastEventAt: at('14:00') }, '14:00'],
    ['a pause that ran out', { pausedUntil: at('15:00') }, '15:00'],
    ['a pause that was taken back', { resumedAt: at('15:30') }, '15:30'],
    ['a silence that new settings forgave', { healthySince: at('16:00') }, '16:00'],
    ['a silence that was excused', { extendedUntil: at('17:00') }, '17:00'],
  ])('after %s', (_what, given, from) => {
    expect(spell(given)).toBe(at(from));
  });

  it('and other states need no such thing', () => {
    expect(shown({}, '12:30')).not.toHaveProperty('spellAt');
  });
});
