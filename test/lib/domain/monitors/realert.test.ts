import { describe, expect, it } from 'vitest';
import type { AlertContent } from '../../../../lib/domain/alerts/alert-content.ts';
import { check, type Checked } from '../../../../lib/domain/monitors/check.ts';
import { deactivated } from '../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { nextLookAt } from '../../../../lib/domain/monitors/due-time.ts';
import { heard, realertNow, unheard } from '../../../../lib/domain/monitors/realert.ts';
import { applySignal } from '../../../../lib/domain/monitors/signal.ts';
import { at, monitor, signal } from '../../../support/alerts/monitor-builder.ts';

const HOUR_MS = 3_600_000;
const TICK_MS = 300_000;
/** The five tries of an alert: at once, then after 1, 5, 15 and 60 minutes. */
const TRIES_MS = 81 * 60_000;

/** The alert that a check decided, as its records name it. */
function alertOf(
  { decisions }: Checked,
  decidedAt: number,
): Pick<AlertContent, 'incident' | 'alertNumber' | 'decidedAt' | 'downSince'> {
  const decision = decisions.at(-1);
  if (!decision) throw new Error('Nothing was told.');
  return { ...decision, decidedAt };
}
const told = (given: Monitor, now: number) =>
  check(given, now).decisions.map(({ kind, incident, alertNumber }) => `${kind} ${incident}.${alertNumber}`);

/** A silence that opened an incident at 13:05 and that nobody heard by 14:26. */
const opened = check(monitor(), at('13:05'));
const missed = unheard(opened.monitor, alertOf(opened, at('13:05')), at('14:26'));

describe('an incident that nobody heard', () => {
  it('is told again an hour after its last try was given up on, and not before', () => {
    expect(told(missed, at('15:25:59.999'))).toEqual([]);
    expect(told(missed, at('15:26'))).toEqual(['miss 1.2']);
    expect(missed.dueAt).toBe(at('15:26'));
    expect(nextLookAt(missed, at('14:30'))).toBe(at('15:26'));
  });

  it('is due earlier than it was, never later', () => {
    const early = { ...opened.monitor, dueAt: at('14:30') };

    expect(unheard(early, alertOf(opened, at('13:05')), at('14:26')).dueAt).toBe(at('14:30'));
  });

  it('that is heard at last keeps its repeat gap', () => {
    const repeated = check(missed, at('15:30'));

    expect(repeated.monitor.incident).not.toHaveProperty('realertAt');
    expect(told(repeated.monitor, at('23:00'))).toEqual([]);
    expect(told(repeated.monitor, at('2026-03-03T15:30Z'))).toEqual(['miss 1.3']);
  });

  it('is told hourly for a day after its first alert, however long it had been down by then', () => {
    // Nobody checked for two days.
    const late = check(monitor(), at('2026-03-04T13:05Z'));
    const alert = alertOf(late, at('2026-03-04T13:05Z'));
    expect(late.monitor.incident?.downSince).toBe(at('2026-03-02T13:00Z'));

    const unheardLate = unheard(late.monitor, alert, at('2026-03-04T14:26Z'));

    expect(unheardLate.dueAt).toBe(at('2026-03-04T15:26Z'));
    expect(told(unheardLate, at('2026-03-04T15:26Z'))).toEqual(['miss 1.2']);
  });

  it('is told at its repeat gap when that is sooner', () => {
    const hourly = check(monitor({ alertRepeatSec: 3_600 }), at('13:05'));
    const late = unheard(hourly.monitor, alertOf(hourly, at('13:05')), at('13:15'));

    expect(told(late, at('14:05'))).toEqual(['miss 1.2']);
  });

  it('is told an hour after each alert that fails for a day, then at the gap', () => {
    let now = at('13:05');
    let state = monitor();
    const decidedAt: number[] = [];
    while (now < at('2026-03-06T13:05Z')) {
      const checked = check(state, now);
      state = checked.monitor;
      if (checked.decisions.length > 0) {
        decidedAt.push(now);
        state = unheard(state, alertOf(checked, now), now + TRIES_MS);
      }
      now += TICK_MS;
    }

    const gaps = decidedAt.slice(1).map((each, index) => (each - (decidedAt[index] ?? 0)) / HOUR_MS);
    const hourly = gaps.filter((gap) => gap < 3);
    expect(hourly).toHaveLength(9);
    for (const gap of hourly) expect(gap).toBeCloseTo((TRIES_MS + HOUR_MS) / HOUR_MS, 0);
    expect(decidedAt[9]).toBeLessThanOrEqual(at('13:05') + 24 * HOUR_MS);
    expect(gaps.slice(9)).toEqual([24, 24, 24]);
  });

  it('is told again on the last moment of its first day, not after it', () => {
    const alert = alertOf(opened, at('13:05'));
    const until = (gaveUpAt: number) => unheard(opened.monitor, alert, gaveUpAt).incident?.realertAt;
    const day = at('13:05') + 24 * HOUR_MS;

    expect(until(day - HOUR_MS)).toBe(day);
    expect(until(day - HOUR_MS + 1)).toBe(alert.decidedAt + 24 * HOUR_MS);
  });

  it('waits for the end of a pause and the deadline after it', () => {
    const paused = { ...missed, pausedUntil: at('16:00') };

    expect(told(paused, at('15:30'))).toEqual([]);
    expect(told(paused, at('17:00'))).toEqual([]);
    expect(told(paused, at('17:00:00.001'))).toEqual(['miss 1.2']);
  });

  it('is left alone by alerts that are not its last', () => {
    const second = check(missed, at('15:30')).monitor;

    expect(unheard(second, alertOf(opened, at('13:05')), at('15:31'))).toBe(second);
  });

  it.each([
    [
      'that is over',
      check(applySignal(opened.monitor, signal('ping'), at('13:10')).monitor, at('13:15')).monitor,
    ],
    ['of a deleted monitor', deactivated(opened.monitor, at('13:10'))],
    ['that is gone with its monitor', monitor()],
  ])('%s is not told again', (_what, given) => {
    expect(unheard(given, alertOf(opened, at('13:05')), at('14:26'))).toBe(given);
  });

  it('that closed and opened anew is not told by the give-up of the old one', () => {
    const back = check(applySignal(opened.monitor, signal('ping'), at('13:10')).monitor, at('13:15')).monitor;
    const again = check(back, at('14:15')).monitor;

    expect(again.incident).toMatchObject({ number: 2 });
    expect(unheard(again, alertOf(opened, at('13:05')), at('14:26'))).toBe(again);
  });
});

describe('a run that was told as too long, and nobody heard it', () => {
  const limited = monitor({ intervalSec: 86_400, maxDurationSec: 600 });
  const stuck = check(applySignal(limited, signal('start', 'a'), at('12:00')).monitor, at('12:15'));
  const alert = alertOf(stuck, at('12:15'));

  it('is told again an hour later, within its gap', () => {
    const late = unheard(stuck.monitor, alert, at('13:36'));

    expect(told(late, at('14:35:59.999'))).toEqual([]);
    expect(told(late, at('14:36'))).toEqual(['miss 1.2']);
    expect(late.dueAt).toBe(at('14:36'));
    expect(told(check(late, at('14:36')).monitor, at('20:00'))).toEqual([]);
  });

  it('also when the success of another run has closed the incident', () => {
    const closed = check(
      applySignal(stuck.monitor, signal('ping', 'b'), at('12:20')).monitor,
      at('12:25'),
    ).monitor;
    const late = unheard(closed, alert, at('13:36'));

    expect(told(closed, at('14:36'))).toEqual([]);
    expect(told(late, at('14:36'))).toEqual(['miss 2.1']);
  });
});

describe('an incident of which a channel leads elsewhere', () => {
  const both = { alertUrl: 'https://example.com/hook', alertRepeatSec: 7_200 };
  const known = check(monitor(both), at('13:05'));
  const moved = realertNow(known.monitor, ['webhook'], at('13:10'));
  const channelsAt = (given: Monitor, time: string) =>
    check(given, at(time)).decisions.map(({ alertNumber, channels }) => [alertNumber, channels]);

  it('is told by that channel at the next check, once', () => {
    expect(moved.dueAt).toBe(at('13:10'));
    expect(channelsAt(moved, '13:10')).toEqual([[2, ['webhook']]]);
    expect(told(check(moved, at('13:10')).monitor, at('13:15'))).toEqual([]);
  });

  it('is told by all when its repeat gap has passed since', () => {
    const after = check(moved, at('13:10')).monitor;

    expect(told(after, at('15:09:59'))).toEqual([]);
    expect(channelsAt(after, '15:10')).toEqual([[3, undefined]]);
    expect(channelsAt(moved, '15:05')).toEqual([[2, undefined]]);
  });

  it('is told by each that does', () => {
    const twice = realertNow(moved, ['email', 'webhook'], at('13:11'));

    expect(channelsAt(twice, '13:15')).toEqual([[2, ['webhook', 'email']]]);
  });

  it('stays to be told while other things change, and no more once the channel leads nowhere', () => {
    expect(channelsAt(realertNow(moved, [], at('13:12')), '13:15')).toEqual([[2, ['webhook']]]);
    expect(told(realertNow({ ...moved, alertUrl: null }, [], at('13:12')), at('13:15'))).toEqual([]);
  });

  it('is not told when nothing does', () => {
    expect(realertNow(known.monitor, [], at('13:10'))).toBe(known.monitor);
    expect(realertNow({ ...known.monitor, alertUrl: null }, ['webhook'], at('13:10')).incident).toBe(
      known.monitor.incident,
    );
  });

  it('is told by all at once when nobody has heard it, also when that shows afterwards', () => {
    const unheardOf = unheard(known.monitor, alertOf(known, at('13:05')), at('14:26'));
    expect(channelsAt(realertNow(unheardOf, ['webhook'], at('14:30')), '14:30')).toEqual([[2, undefined]]);

    const later = unheard(moved, alertOf(known, at('13:05')), at('13:12'));
    expect(channelsAt(later, '13:15')).toEqual([[2, undefined]]);
  });

  it('is told by it also when its last alert was heard meanwhile, sent once more', () => {
    expect(heard(moved, alertOf(known, at('13:05')), at('13:12'))).toBe(moved);
  });
});

describe('an incident that somebody can hear from now on', () => {
  it('is told at the next check, once', () => {
    const now = realertNow(missed, ['email'], at('13:10'));

    expect(now.dueAt).toBe(at('13:10'));
    expect(told(now, at('13:10'))).toEqual(['miss 1.2']);
    expect(told(check(now, at('13:10')).monitor, at('13:15'))).toEqual([]);
  });

  it('is told also when it is about a run', () => {
    const limited = monitor({ intervalSec: 86_400, maxDurationSec: 600 });
    const stuck = check(applySignal(limited, signal('start', 'a'), at('12:00')).monitor, at('12:15')).monitor;

    expect(told(realertNow(stuck, ['email'], at('12:20')), at('12:20'))).toEqual(['miss 1.2']);
  });

  it('is none when none is open', () => {
    expect(realertNow(monitor(), ['email'], at('12:30'))).toEqual(monitor());
  });
});

describe('an alert that is sent once more and heard', () => {
  it('takes the realert back', () => {
    const after = heard(missed, alertOf(opened, at('13:05')), at('15:00'));

    expect(after.incident).toEqual(opened.monitor.incident);
    expect(told(after, at('15:26'))).toEqual([]);
  });

  it('takes none back when it is not the last of its incident', () => {
    const alert = { ...alertOf(opened, at('13:05')), alertNumber: 2, decidedAt: at('15:26') };

    expect(heard(missed, alert, at('15:00'))).toBe(missed);
  });
});
