import { describe, expect, it } from 'vitest';
import { deadlineOf, isOverdue, isPaused } from '../../../../lib/domain/monitors/deadline.ts';
import { at, monitor, scheduled } from '../../../support/alerts/monitor-builder.ts';

describe('the deadline', () => {
  it.each([
    ['is the last ping plus the interval', monitor({ intervalSec: 300 }), '12:05'],
    ['counts from the end of a pause', monitor({ pausedUntil: at('12:30') }), '13:30'],
    ['counts from the ping when the pause ended before it', monitor({ pausedUntil: at('11:00') }), '13:00'],
    ['counts from an early resume', monitor({ resumedAt: at('12:10') }), '13:10'],
    [
      'counts from the later pause after an early resume',
      monitor({ resumedAt: at('12:10'), pausedUntil: at('12:20') }),
      '13:20',
    ],
    ['waits for the end of an excused silence', monitor({ extendedUntil: at('13:20') }), '13:20'],
    ['is not brought forward by an old excuse', monitor({ extendedUntil: at('12:20') }), '13:00'],
    ['is the scheduled time plus the grace', scheduled(), '13:01:30'],
    ['takes the default grace when none is stored', scheduled({ graceSec: null }), '13:01:30'],
    ['takes the monitor’s own grace', scheduled({ graceSec: 600 }), '13:10'],
    [
      'stays when a pause ends before the scheduled time',
      scheduled({ pausedUntil: at('12:59:59.999') }),
      '13:01:30',
    ],
    [
      'is the next run when a pause ends on a scheduled time',
      scheduled({ pausedUntil: at('13:00') }),
      '14:01:30',
    ],
    ['is the first run after a pause', scheduled({ pausedUntil: at('15:20') }), '16:01:30'],
    ['is the first run after an early resume', scheduled({ resumedAt: at('15:20') }), '16:01:30'],
    ['of a schedule waits for an excused silence too', scheduled({ extendedUntil: at('13:30') }), '13:30'],
  ])('%s', (_what, given, deadline) => {
    expect(deadlineOf(given)).toBe(at(deadline));
  });

  it.each([
    ['that never pinged', monitor({ lastEventAt: null })],
    ['on a schedule that never pinged', scheduled({ lastEventAt: null })],
    ['whose schedule has no further run', scheduled({ nextExpectedAt: null })],
  ])('does not exist for a monitor %s', (_what, given) => {
    expect(deadlineOf(given)).toBeNull();
  });
});

describe('a monitor is overdue', () => {
  it.each([
    ['an interval', monitor(), '13:00', '13:00:00.001'],
    ['an interval after a pause', monitor({ pausedUntil: at('12:30') }), '13:30', '13:30:00.001'],
    ['an interval after an early resume', monitor({ resumedAt: at('12:10') }), '13:10', '13:10:00.001'],
    ['an excused silence', monitor({ extendedUntil: at('13:20') }), '13:20', '13:20:00.001'],
    ['a schedule', scheduled(), '13:01:30', '13:01:30.001'],
    ['a schedule after a pause', scheduled({ pausedUntil: at('13:10') }), '14:01:30', '14:01:30.001'],
  ])('the millisecond after the deadline of %s, and not on it', (_what, given, deadline, after) => {
    expect(isOverdue(given, at(deadline))).toBe(false);
    expect(isOverdue(given, at(after))).toBe(true);
  });

  it.each([
    ['inactive', monitor({ active: false })],
    ['paused', monitor({ pausedUntil: at('23:00') })],
    ['waiting for its first ping', monitor({ lastEventAt: null })],
  ])('never while it is %s', (_what, given) => {
    expect(isOverdue(given, at('22:00'))).toBe(false);
  });
});

describe('a pause', () => {
  it('lasts to the millisecond before its end', () => {
    const paused = monitor({ pausedUntil: at('12:30') });

    expect(isPaused(paused, at('12:29:59.999'))).toBe(true);
    expect(isPaused(paused, at('12:30'))).toBe(false);
  });
});
