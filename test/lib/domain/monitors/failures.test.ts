import { describe, expect, it } from 'vitest';
import { check, incidentAt } from '../../../../lib/domain/monitors/check.ts';
import { withSettings } from '../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal, isRoutine, type Signal } from '../../../../lib/domain/monitors/signal.ts';
import { at, monitor, settings, signal } from '../../../support/alerts/monitor-builder.ts';

/** An hourly job of which three runs in a row must fail. */
const tolerant = monitor({ alertAfterFailures: 3 });

describe('failures in a row', () => {
  it('are told when they are enough, down since the first, with what the last said', () => {
    const two = after(tolerant, 'fail 12:10', 'fail 12:20');
    expect(check(two, at('12:25')).decisions).toEqual([]);
    expect(two).toMatchObject({ pending: [], failing: false, failedRuns: { inARow: 2 } });

    const three = said(two, { ...signal('fail'), exitCode: 7, outputOf: 'event-3' }, '12:30');

    const checked = check(three, at('12:35'));
    expect(checked.decisions).toMatchObject([
      { kind: 'miss', reason: 'fail', downSince: at('12:10'), exitCode: 7, outputOf: 'event-3', inARow: 3 },
    ]);
    expect(checked.monitor.incident).toMatchObject({ downSince: at('12:10'), openedAt: at('12:35') });
  });

  it('before they are enough show no incident and are due for no check', () => {
    const two = after({ ...tolerant, dueAt: at('13:00') }, 'fail 12:10', 'fail 12:20');

    expect(incidentAt(two, at('12:21'))).toBeNull();
    expect(two.dueAt).toBe(at('13:00'));
    expect(after(two, 'fail 12:30').dueAt).toBe(at('12:30'));
  });

  it('begin anew with a success, which is told to nobody', () => {
    const back = after(tolerant, 'fail 12:10', 'fail 12:20', 'ping 12:25', 'fail 12:30', 'fail 12:40');

    expect(check(back, at('12:45')).decisions).toEqual([]);
    expect(back.failedRuns).toMatchObject({ inARow: 2, since: at('12:30') });
  });

  it('that are enough and mended before a check are told, and then their recovery', () => {
    const mended = after(tolerant, 'fail 12:10', 'fail 12:20', 'fail 12:30', 'ping 12:31');

    expect(told(mended, '12:35')).toEqual(['miss fail 1.1', 'recovery fail 1.1']);
  });

  it('are ended by a success that takes the whole write', () => {
    const failed = after({ ...tolerant, dueAt: at('13:00') }, 'fail 12:10');

    expect(isRoutine(failed, after(failed, 'ping 12:20'))).toBe(false);
  });

  it('go on being told until a success, also when the owner asks for more of them', () => {
    const open = check(after(tolerant, 'fail 12:10', 'fail 12:20', 'fail 12:30'), at('12:35')).monitor;
    const pickier = withSettings(open, settings(open, { alertAfterFailures: 10 }), at('12:40'));
    const pinged = { ...pickier, lastEventAt: at('2026-03-03T12:30Z') };

    expect(told(pinged, '2026-03-03T12:40Z')).toEqual(['miss fail 1.2']);
    expect(told(after(pickier, 'ping 12:41'), '12:45')).toEqual(['recovery fail 1.1']);
  });

  it('are told at the next check when the owner asks for fewer', () => {
    const two = said(after(tolerant, 'fail 12:10'), { ...signal('fail'), exitCode: 9 }, '12:20');

    const stricter = withSettings(two, settings(two, { alertAfterFailures: 2 }), at('12:22'));

    expect(stricter.dueAt).toBe(at('12:22'));
    expect(check(stricter, at('12:25')).decisions).toMatchObject([
      { reason: 'fail', downSince: at('12:10'), exitCode: 9, inARow: 2 },
    ]);
  });

  it('are not made enough by any other setting', () => {
    const two = after(tolerant, 'fail 12:10', 'fail 12:20');

    expect(told(withSettings(two, settings(two, { name: 'other' }), at('12:22')), '12:25')).toEqual([]);
  });

  it('inside the incident of a silence are no cause of a repeat before they are enough', () => {
    const silent = check(tolerant, at('13:05')).monitor;
    const back = { ...after(silent, 'fail 13:10'), lastEventAt: at('2026-03-03T13:00Z') };

    expect(told(back, '2026-03-03T13:10Z')).toEqual([]);
    expect(told(after(back, 'fail 13:20', 'fail 13:30'), '2026-03-03T13:10Z')).toEqual(['miss fail 1.2']);
  });

  it('leave silence and long runs as they are', () => {
    expect(told(tolerant, '13:05')).toEqual(['miss silence 1.1']);
    expect(told(after({ ...tolerant, maxDurationSec: 60 }, 'start 12:10'), '12:15')).toEqual([
      'miss too_long 1.1',
    ]);
  });
});

describe('a failure', () => {
  it('that is decided again is counted once', () => {
    const first = { ...signal('fail'), eventId: 'event-1' };
    const other = { ...signal('fail'), eventId: 'event-2' };

    const twice = said(said(said(tolerant, first, '12:10'), other, '12:11'), first, '12:10');

    expect(twice.failedRuns).toMatchObject({ inARow: 2 });
  });

  it('that is written after a later one is the first of their row', () => {
    const late = said(said(tolerant, signal('fail'), '12:20'), signal('fail'), '12:10');

    expect(late.failedRuns).toMatchObject({ inARow: 2, since: at('12:10') });
  });

  it('of a monitor that tells each is not counted', () => {
    expect(after(monitor(), 'fail 12:10')).toMatchObject({ failing: true, failedRuns: null });
  });
});

function said(before: Monitor, what: Signal, time: string): Monitor {
  return applySignal(before, what, at(time)).monitor;
}

function after(before: Monitor, ...happened: `${Signal['kind']} ${string}`[]): Monitor {
  return happened.reduce((now, text) => {
    const [kind = '', time = ''] = text.split(' ');
    return said(now, signal(kind as Signal['kind']), time);
  }, before);
}

function told(before: Monitor, time: string): string[] {
  return check(before, at(time)).decisions.map(
    ({ kind, reason, incident, alertNumber }) => `${kind} ${reason} ${incident}.${alertNumber}`,
  );
}
