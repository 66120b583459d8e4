import { expect, it } from 'vitest';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal } from '../../../../lib/domain/monitors/signal.ts';
import { isWorthMoving, nextMoveAt, SIGN_OF_LIFE } from '../../../../lib/domain/monitors/watched.ts';
import { at, monitor } from '../../../support/alerts/monitor-builder.ts';

/** Watched every quarter of an hour, last heard at noon. */
const watched = (given: Partial<Monitor> = {}) =>
  monitor({ intervalSec: 900, dueAt: at('12:15:00.001'), ...given });
const isMovedAt = (before: Monitor, time: string) =>
  isWorthMoving(before, applySignal(before, SIGN_OF_LIFE, at(time)).monitor, at(time));

const INCIDENT = {
  number: 1,
  reason: 'silence',
  downSince: at('11:00'),
  openedAt: at('11:05'),
  alertedAt: at('11:05'),
  alerts: 1,
} as const;

it.each([
  ['a first sign of life', { lastEventAt: null, dueAt: null }, '12:00', true],
  ['one within five minutes of a success', {}, '12:04:59.999', false],
  ['one five minutes after it', {}, '12:05', true],
  ['one from before a success', {}, '11:59', false],
  ['one that ends a silence', { intervalSec: 60 }, '12:01:00.001', true],
  ['one that ends a silence that was counted', { missCounted: true, missCount: 1 }, '12:01', true],
  ['one in an incident', { incident: INCIDENT }, '12:01', true],
  [
    'one in an incident whose recovery waits',
    { incident: INCIDENT, pending: [{ kind: 'recovery', at: at('12:00') }], dueAt: at('12:00') },
    '12:01',
    false,
  ],
  ['one after a failure', { failing: true, pending: [{ kind: 'fail', at: at('12:00:30') }] }, '12:01', true],
  ['one in a pause', { pausedUntil: at('14:00') }, '12:05', true],
] satisfies [string, Partial<Monitor>, string, boolean][])('judges %s', (_what, given, time, isMoved) => {
  expect(isMovedAt(watched(given), time)).toBe(isMoved);
});

it.each([
  ['five minutes after the last success', at('12:00'), '12:05'],
  ['five minutes from now where there was none', null, '12:07'],
  ['five minutes from now where a faster clock saw one', at('12:30'), '12:07'],
])('looks again %s', (_when, lastEventAt, expected) => {
  expect(nextMoveAt(watched({ lastEventAt }), at('12:02'))).toBe(at(expected));
});

const DAILY = { cron: '0 13 * * *', tz: 'UTC', graceSec: 90, nextExpectedAt: at('13:00') };

it.each([
  ['of two minutes', { intervalSec: 120 }, '12:00:40'],
  ['of five minutes', { intervalSec: 300 }, '12:01:40'],
  ['of a quarter of an hour', {}, '12:05'],
  ['of a schedule that is far off', DAILY, '12:05'],
  ['of a schedule that is near', { ...DAILY, lastEventAt: at('12:58:30') }, '12:59:30'],
  ['of a pause that is still on', { intervalSec: 60, pausedUntil: at('14:00') }, '12:05'],
] satisfies [string, Partial<Monitor>, string][])(
  'looks again before a deadline %s',
  (_what, given, expected) => {
    const before = watched(given);
    expect(nextMoveAt(before, before.lastEventAt ?? 0)).toBe(at(expected));
  },
);
