import { describe, expect, it } from 'vitest';
import { check } from '../../../../../lib/domain/monitors/check.ts';
import type { BlindWindow, KnownPath } from '../../../../../lib/domain/monitors/outage/blind-window.ts';
import { extendedForOutage, notHeard } from '../../../../../lib/domain/monitors/outage/deadline-extension.ts';
import { at, monitor, scheduled } from '../../../../support/alerts/monitor-builder.ts';

/** The path is open now, but for the windows. */
const known = (windows: BlindWindow[], now: string, provenAt = now): KnownPath => ({
  windows,
  provenAt: windows.some(({ to }) => to === null) ? at('12:50') : at(provenAt),
});

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
    const { monitor: judged, window } = extendedForOutage(hourly, known(over, '13:20'), at('13:20'));

    expect(judged.extendedUntil).toBe(at('13:30'));
    expect(window).toEqual(over[0]);
    expect(check(judged, at('13:20'))).toMatchObject({ decisions: [], monitor: { missCount: 0 } });
  });

  it('is excused also when it was counted as it got new settings: nobody was told', () => {
    const counted = { ...hourly, missCounted: true, missCount: 1 };
    const { monitor: judged, window } = extendedForOutage(counted, known(over, '13:20'), at('13:20'));

    expect(window).toEqual(over[0]);
    expect(check(judged, at('13:20')).decisions).toEqual([]);
    expect(extendedForOutage({ ...counted, incident }, known(over, '13:20'), at('13:20')).window).toBeNull();
  });

  it('is told after the moved deadline, not at it, and is down since then', () => {
    const { monitor: judged } = extendedForOutage(hourly, known(over, '13:20'), at('13:20'));

    expect(check(judged, at('13:30')).decisions).toEqual([]);
    expect(check(judged, at('13:30:00.001')).decisions).toMatchObject([
      { kind: 'miss', reason: 'silence', downSince: at('13:30') },
    ]);
  });

  it.each([
    ['before any window', [{ from: at('13:00:00.001'), to: at('13:20') }]],
    ['after windows from before its last success', [{ from: at('11:00'), to: at('12:00') }]],
    ['without a window', []],
  ])('whose deadline passed %s is not excused', (_when, windows) => {
    expect(extendedForOutage(hourly, known(windows, '13:20'), at('13:20'))).toEqual({
      monitor: hourly,
      window: null,
    });
  });

  it('is held while the path is not proven open after the moved deadline', () => {
    const doubt = { windows: over, provenAt: at('13:29:59') };
    const { monitor: held } = extendedForOutage(hourly, doubt, at('13:35'));
    expect(check(held, at('13:35')).decisions).toEqual([]);

    const { monitor: judged } = extendedForOutage(hourly, { ...doubt, provenAt: at('13:30') }, at('13:35'));
    expect(check(judged, at('13:35')).decisions).toMatchObject([{ downSince: at('13:30') }]);
  });

  it('that is not over yet needs no excuse', () => {
    const later = monitor({ lastEventAt: at('12:15') });

    expect(
      extendedForOutage(later, known([{ from: at('12:50'), to: at('13:14') }], '13:15'), at('13:15')),
    ).toEqual({
      monitor: later,
      window: null,
    });
  });

  it.each([
    ['two ticks', '12:59', '13:15', '13:25'],
    ['as long as the window lasts so far, if that is longer', '12:20', '13:01', '13:41'],
    ['an hour at most', '12:59', '13:55', '14:00'],
    ['what it lost since its last success, however long the window is', '08:00', '13:01', '14:00'],
  ])('is held while a window lasts: for %s', (_what, from, now, until) => {
    const { monitor: judged } = extendedForOutage(
      hourly,
      known([{ from: at(from), to: null }], now),
      at(now),
    );

    expect(judged.extendedUntil).toBe(at(until));
  });

  it('that was told before stays told', () => {
    const told = monitor({ incident, missCounted: true, missCount: 1 });

    expect(extendedForOutage(told, known(over, '13:20'), at('13:20'))).toEqual({
      monitor: told,
      window: null,
    });
  });

  it('inside an incident of another reason is excused', () => {
    const failing = monitor({ incident: { ...incident, reason: 'fail' } });

    expect(extendedForOutage(failing, known(over, '13:20'), at('13:20')).monitor.extendedUntil).toBe(
      at('13:30'),
    );
  });

  it('is excused anew as the window goes on, always from the true deadline', () => {
    const first = extendedForOutage(hourly, known(lasting, '13:05'), at('13:05'));
    expect(first.monitor.extendedUntil).toBe(at('13:15'));

    const second = extendedForOutage(first.monitor, known(lasting, '13:20'), at('13:20'));
    expect(second.monitor.extendedUntil).toBe(at('13:30'));

    const ended = [{ from: at('12:50'), to: at('13:21') }];
    const third = extendedForOutage(second.monitor, known(ended, '13:25'), at('13:25'));
    expect(third.monitor.extendedUntil).toBe(at('13:31'));
  });

  it('is told an hour after its deadline though the window lasts, and the owner still hears of the window', () => {
    const held = extendedForOutage(hourly, known(lasting, '14:00'), at('14:00'));
    const released = extendedForOutage(hourly, known(lasting, '14:00:00.001'), at('14:00:00.001'));

    expect(check(held.monitor, at('14:00')).decisions).toEqual([]);
    expect(released.window).toEqual(lasting[0]);
    expect(check(released.monitor, at('14:00:00.001')).decisions).toMatchObject([
      { reason: 'silence', downSince: at('14:00') },
    ]);
  });

  it('loses its excuse when the window turns out to have been none, and is down since its deadline', () => {
    const held = extendedForOutage(hourly, known(lasting, '13:05'), at('13:05')).monitor;

    const { monitor: judged, window } = extendedForOutage(held, known([], '13:10'), at('13:10'));

    expect(window).toBeNull();
    expect(check(judged, at('13:10')).decisions).toMatchObject([
      { reason: 'silence', downSince: at('13:00') },
    ]);
  });

  it('of which a part of the time before the deadline was lost is excused for that', () => {
    const windows = [{ from: at('11:30'), to: at('12:10') }];
    const { monitor: judged, window } = extendedForOutage(hourly, known(windows, '13:30'), at('13:30'));

    expect(judged.extendedUntil).toBe(at('13:10'));
    expect(window).toEqual(windows[0]);
  });

  it.each([
    ['between the scheduled time and the end of the grace', '13:05', '13:20', '13:45'],
    ['from before the scheduled time on', '12:00', '13:20', '13:51:30'],
    ['before it', '12:00', '12:58', null],
  ])('of a scheduled monitor is excused for a window %s', (_where, from, to, until) => {
    const patient = scheduled({ graceSec: 1_800, intervalSec: 900 });
    const windows = [{ from: at(from), to: at(to) }];

    const { monitor: judged } = extendedForOutage(patient, known(windows, '13:40'), at('13:40'));

    expect(judged.extendedUntil).toBe(until === null ? null : at(until));
  });

  it('is held while the path was not proven open after its deadline, for an hour at most, and names no window', () => {
    const held = extendedForOutage(hourly, known([], '13:01', '12:59'), at('13:01'));
    const proven = extendedForOutage(hourly, known([], '13:01', '13:00'), at('13:01'));
    const late = extendedForOutage(hourly, known([], '14:01', '12:59'), at('14:01'));

    expect(held).toEqual({ monitor: { ...hourly, extendedUntil: at('13:01') }, window: null });
    expect(proven).toEqual({ monitor: hourly, window: null });
    expect(late.monitor.extendedUntil).toBe(at('14:00'));
  });

  it('of a scheduled monitor is excused from its scheduled time and grace', () => {
    const { monitor: judged } = extendedForOutage(scheduled(), known(over, '13:20'), at('13:20'));

    // From a tenth of an hour before 13:00, at most the grace of 90 s, to 13:20.
    expect(judged.extendedUntil).toBe(at('13:23'));
  });

  it.each([
    ['paused', { pausedUntil: at('18:00') }],
    ['inactive', { active: false }],
    ['never pinged', { lastEventAt: null }],
  ])('of a monitor that is %s needs no excuse', (_what, given) => {
    const quiet = monitor(given);

    expect(extendedForOutage(quiet, known(over, '13:20'), at('13:20'))).toEqual({
      monitor: quiet,
      window: null,
    });
  });
});

describe('when a deadline truly passed while pings could not reach us', () => {
  it.each([
    ['over', over, over[0]],
    ['lasting', lasting, lasting[0]],
    ['before its last success', [{ from: at('11:00'), to: at('12:00') }], null],
    ['of several the one that took most', [...over, { from: at('13:25'), to: at('13:27') }], over[0]],
  ])('is the window in which it could not be heard: %s', (_what, windows, expected) => {
    expect(notHeard(monitor({ extendedUntil: at('14:00') }), windows, at('13:30'))).toEqual(expected);
  });

  it('is unknown of a monitor that never pinged', () => {
    expect(notHeard(monitor({ lastEventAt: null }), over, at('13:30'))).toBeNull();
  });
});

describe('what did arrive', () => {
  it('is told at once: a failure', () => {
    const failed = monitor({ failing: true, pending: [{ kind: 'fail', at: at('12:55') }] });

    const { monitor: judged } = extendedForOutage(failed, known(lasting, '13:20'), at('13:20'));

    expect(check(judged, at('13:20')).decisions).toMatchObject([{ kind: 'miss', reason: 'fail' }]);
  });

  it('is told at once: a run that is too long', () => {
    const running = monitor({
      maxDurationSec: 600,
      runs: [{ rid: null, startedAt: at('12:45'), alertedAt: null }],
    });

    const { monitor: judged } = extendedForOutage(running, known(lasting, '13:20'), at('13:20'));

    expect(check(judged, at('13:20')).decisions).toMatchObject([
      { kind: 'miss', reason: 'too_long', downSince: at('12:55') },
    ]);
  });
});
