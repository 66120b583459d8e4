import { describe, expect, it } from 'vitest';
import { check } from '../../../../lib/domain/monitors/check.ts';
import { deadlineOf } from '../../../../lib/domain/monitors/deadline.ts';
import { afterClockStep } from '../../../../lib/domain/monitors/clock-step.ts';
import { applySignal } from '../../../../lib/domain/monitors/signal.ts';
import { at, monitor, scheduled, signal } from '../../../support/alerts/monitor-builder.ts';

const back = { from: at('12:30'), to: at('11:30') };
const forward = { from: at('12:30'), to: at('15:30') };

describe('a monitor after the clock was set', () => {
  it.each([
    ['back', back, '12:00'],
    ['forward', forward, '16:00'],
  ])('%s waits as long as it had to', (_how, step, deadline) => {
    const after = afterClockStep(monitor(), step);

    expect(deadlineOf(after)).toBe(at(deadline));
    expect(after.dueAt).toBe(at(deadline) + 1);
  });

  it.each([
    ['back', back, '12:00'],
    ['forward', forward, '16:00'],
  ])('%s by a schedule waits for the next run by the new time', (_how, step, expected) => {
    expect(afterClockStep(scheduled(), step).nextExpectedAt).toBe(at(expected));
  });

  it('by a schedule whose run is awaited waits as long as it had to', () => {
    const awaited = scheduled({ nextExpectedAt: at('12:29:30') });

    expect(deadlineOf(afterClockStep(awaited, back))).toBe(at('11:31'));
  });

  it('keeps a pause that its owner set, and moves the end of one that is over', () => {
    expect(afterClockStep(monitor({ pausedUntil: at('18:00') }), forward).pausedUntil).toBe(at('18:00'));
    const over = afterClockStep(monitor({ pausedUntil: at('12:15') }), back);
    expect(deadlineOf(over)).toBe(at('12:15'));
  });

  it.each([
    ['back', back],
    ['forward', forward],
  ])('%s tells again what it has told when its gap has passed, not before', (_how, step) => {
    const repeating = { intervalSec: 300, alertRepeatSec: 3_600, alertTo: null, maxDurationSec: 600 };
    const started = applySignal(monitor(repeating), signal('start'), at('12:01')).monitor;
    const told = check({ ...started, extendedUntil: at('18:00') }, at('12:20'));
    expect(told.decisions).toMatchObject([{ reason: 'too_long' }]);
    const byRun = { ...told.monitor, incident: null };

    for (const known of [told.monitor, byRun]) {
      const after = { ...afterClockStep(known, step), extendedUntil: at('18:00') };
      // Fifty minutes of its hour were left.
      expect(check(after, step.to + 50 * 60_000 - 1).decisions).toEqual([]);
      expect(check(after, step.to + 50 * 60_000).decisions).toMatchObject([{ reason: 'too_long' }]);
    }
  });

  it('tells again as soon as before what nobody has heard', () => {
    const silent = check(monitor(), at('13:05')).monitor;
    const { incident } = silent;
    if (!incident) throw new Error('Nothing is told.');
    const unheard = { ...silent, incident: { ...incident, realertAt: at('14:00') } };
    const step = { from: at('13:30'), to: at('12:30') };
    const after = afterClockStep(unheard, step);

    expect(check(after, at('12:59:59.999')).decisions).toEqual([]);
    expect(check(after, at('13:00')).decisions).toMatchObject([{ alertNumber: 2 }]);
  });

  it('is not younger than the next check, which would leave it alone', () => {
    const young = monitor({ createdAt: at('12:15') });

    expect(afterClockStep(young, back).createdAt).toBe(back.to);
    expect(afterClockStep(young, forward).createdAt).toBe(at('12:15'));
  });

  it('leaves an inactive one alone', () => {
    const gone = monitor({ active: false });

    expect(afterClockStep(gone, back)).toBe(gone);
  });
});
