import { describe, expect, it } from 'vitest';
import { deadlineOf } from '../../../../lib/domain/monitors/deadline.ts';
import { afterClockStep } from '../../../../lib/domain/monitors/clock-step.ts';
import { at, monitor, scheduled } from '../../../support/monitor-builder.ts';

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

  it('leaves an inactive one alone', () => {
    const gone = monitor({ active: false });

    expect(afterClockStep(gone, back)).toBe(gone);
  });
});
