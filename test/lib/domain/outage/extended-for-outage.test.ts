import { describe, expect, it } from 'vitest';
import { check } from '../../../../lib/domain/monitor/check.ts';
import type { BlindWindow } from '../../../../lib/domain/outage/blind-window.ts';
import { extendedForOutage, notHeard } from '../../../../lib/domain/outage/extended-for-outage.ts';
import { at, monitor, scheduled } from '../../../support/monitor-builder.ts';

const over: BlindWindow[] = [{ from: at('12:50'), to: at('13:20') }];
const lasting: BlindWindow[] = [{ from: at('12:50'), to: null }];
/** Pinged at noon, tolerates an hour: its deadline is 13:00. */
const hourly = monitor({ alertUrl: 'https://example.com/hook' });
const incident = {
  number: 1,
  reason: 'silence',
  downSince: at('13:00'),
  openedAt: at('13:05'),
  alertedAt: at('13:05'),
  alerts: 1,
} as const;

describe('a silence', () => {
  it('whose deadline passed in a window is excused for its length', () => {
    const { monitor: judged, blindFrom } = extendedForOutage(hourly, over, at('13:20'));

    expect(judged.extendedUntil).toBe(at('13:30'));
    expect(blindFrom).toBe(at('12:50'));
    expect(check(judged, at('13:20'))).toMatchObject({ decisions: [], monitor: { missCount: 0 } });
  });

  it('is told after the moved deadline, not at it, and is down since then', () => {
    const { monitor: judged } = extendedForOutage(hourly, over, at('13:20'));

    expect(check(judged, at('13:30')).decisions).toEqual([]);
    expect(check(judged, at('13:30:00.001')).decisions).toMatchObject([
      { kind: 'miss', reason: 'silence', downSince: at('13:30') },
    ]);
  });

  it.each([
    ['before any window', [{ from: at('13:00:00.001'), to: at('13:20') }]],
    ['after every window', [{ from: at('12:00'), to: at('12:59:59') }]],
    ['without a window', []],
  ])('whose deadline passed %s is not excused', (_when, windows) => {
    expect(extendedForOutage(hourly, windows, at('13:20'))).toEqual({ monitor: hourly, blindFrom: null });
  });

  it('that is not over yet needs no excuse', () => {
    const later = monitor({ lastEventAt: at('12:15') });

    expect(extendedForOutage(later, [{ from: at('12:50'), to: at('13:14') }], at('13:15'))).toEqual({
      monitor: later,
      blindFrom: null,
    });
  });

  it.each([
    ['two ticks', '12:59', '13:15', '13:25'],
    ['as long as the window lasts so far, if that is longer', '12:20', '13:01', '13:41'],
    ['an hour at most', '12:59', '13:55', '14:00'],
    ['an hour at most, however long the window is', '08:00', '13:01', '14:00'],
  ])('is held while a window lasts: for %s', (_what, from, now, until) => {
    const { monitor: judged } = extendedForOutage(hourly, [{ from: at(from), to: null }], at(now));

    expect(judged.extendedUntil).toBe(at(until));
  });

  it('that was told before stays told', () => {
    const told = monitor({ incident, missCounted: true, missCount: 1 });

    expect(extendedForOutage(told, over, at('13:20'))).toEqual({ monitor: told, blindFrom: null });
  });

  it('inside an incident of another reason is excused', () => {
    const failing = monitor({ incident: { ...incident, reason: 'fail' } });

    expect(extendedForOutage(failing, over, at('13:20')).monitor.extendedUntil).toBe(at('13:30'));
  });

  it('is excused anew as the window goes on, always from the true deadline', () => {
    const first = extendedForOutage(hourly, lasting, at('13:05'));
    expect(first.monitor.extendedUntil).toBe(at('13:15'));

    const second = extendedForOutage(first.monitor, lasting, at('13:20'));
    expect(second.monitor.extendedUntil).toBe(at('13:30'));

    const third = extendedForOutage(second.monitor, [{ from: at('12:50'), to: at('13:21') }], at('13:25'));
    expect(third.monitor.extendedUntil).toBe(at('13:31'));
  });

  it('is told an hour after its deadline though the window lasts, and the owner still hears of the window', () => {
    const held = extendedForOutage(hourly, lasting, at('14:00'));
    const released = extendedForOutage(hourly, lasting, at('14:00:00.001'));

    expect(check(held.monitor, at('14:00')).decisions).toEqual([]);
    expect(released.blindFrom).toBe(at('12:50'));
    expect(check(released.monitor, at('14:00:00.001')).decisions).toMatchObject([
      { reason: 'silence', downSince: at('14:00') },
    ]);
  });

  it('loses its excuse when the window turns out to have been none, and is down since its deadline', () => {
    const held = extendedForOutage(hourly, lasting, at('13:05')).monitor;

    const { monitor: judged, blindFrom } = extendedForOutage(held, [], at('13:10'));

    expect(blindFrom).toBeNull();
    expect(check(judged, at('13:10')).decisions).toMatchObject([
      { reason: 'silence', downSince: at('13:00') },
    ]);
  });

  it('of a scheduled monitor is excused from its scheduled time and grace', () => {
    const { monitor: judged } = extendedForOutage(scheduled(), over, at('13:20'));

    expect(judged.extendedUntil).toBe(at('13:31:30'));
  });

  it.each([
    ['paused', { pausedUntil: at('18:00') }],
    ['inactive', { active: false }],
    ['never pinged', { lastEventAt: null }],
  ])('of a monitor that is %s needs no excuse', (_what, given) => {
    const quiet = monitor(given);

    expect(extendedForOutage(quiet, over, at('13:20'))).toEqual({ monitor: quiet, blindFrom: null });
  });
});

describe('when a deadline truly passed while pings could not reach us', () => {
  it.each([
    ['over', over, over[0]],
    ['lasting', lasting, lasting[0]],
    ['elsewhere', [{ from: at('12:00'), to: at('12:59') }], null],
  ])('is the window it lies in: %s', (_what, windows, expected) => {
    expect(notHeard(monitor({ extendedUntil: at('14:00') }), windows)).toEqual(expected);
  });

  it('is unknown of a monitor that never pinged', () => {
    expect(notHeard(monitor({ lastEventAt: null }), over)).toBeNull();
  });
});

describe('what did arrive', () => {
  it('is told at once: a failure', () => {
    const failed = monitor({ failing: true, pending: [{ kind: 'fail', at: at('12:55') }] });

    const { monitor: judged } = extendedForOutage(failed, lasting, at('13:20'));

    expect(check(judged, at('13:20')).decisions).toMatchObject([{ kind: 'miss', reason: 'fail' }]);
  });

  it('is told at once: a run that is too long', () => {
    const running = monitor({
      maxDurationSec: 600,
      runs: [{ rid: null, startedAt: at('12:45'), alertedAt: null }],
    });

    const { monitor: judged } = extendedForOutage(running, lasting, at('13:20'));

    expect(check(judged, at('13:20')).decisions).toMatchObject([
      { kind: 'miss', reason: 'too_long', downSince: at('12:55') },
    ]);
  });
});
