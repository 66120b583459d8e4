import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../../lib/domain/instant.ts';
import { changedByCheck, check, type AlertDecision } from '../../../../lib/domain/monitors/check.ts';
import { withSettings } from '../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal } from '../../../../lib/domain/monitors/signal.ts';
import { at, monitor, scheduled, settings, signal } from '../../../support/alerts/monitor-builder.ts';

const NEXT_DAY = '2026-03-03T';
const REPEATING = { alertRepeatSec: 7_200, intervalSec: 7_200 };

it('a failure and its end between two checks are a change, though nothing is open before and after', () => {
  const failed = after(monitor(), signal('fail'), '12:10');
  const before = after(failed, signal('ping'), '12:12');

  const { monitor: checked } = check(before, at('12:15'));

  expect([before.incident, checked.incident]).toEqual([null, null]);
  expect(changedByCheck(before, checked)).toBe(true);
});

describe('a silence', () => {
  it('is told once it has begun, with the true instant', () => {
    const { monitor: after, decisions } = check(monitor(), at('13:04:10'));

    expect(decisions).toEqual([miss({ reason: 'silence', downSince: at('13:00') })]);
    expect(after).toMatchObject({
      missCount: 1,
      alertedAt: at('13:04:10'),
      incidents: 1,
      incident: {
        number: 1,
        reason: 'silence',
        downSince: at('13:00'),
        openedAt: at('13:04:10'),
        alertedAt: at('13:04:10'),
        alerts: 1,
      },
    });
  });

  it.each([
    ['an interval', monitor(), '13:00', '13:00:00.001'],
    ['a schedule', scheduled(), '13:01:30', '13:01:30.001'],
    ['a paused interval', monitor({ pausedUntil: at('12:30') }), '13:30', '13:30:00.001'],
    ['an excused interval', monitor({ extendedUntil: at('13:40') }), '13:40', '13:40:00.001'],
  ])('of %s is told the millisecond after the deadline, not on it', (_what, given, deadline, after) => {
    expect(told(given, deadline)).toEqual([]);
    expect(told(given, after)).toEqual(['miss silence 1.1']);
  });

  it('is counted once however often it is checked', () => {
    const first = check(monitor(), at('13:05')).monitor;

    expect(check(check(first, at('13:10')).monitor, at('23:00')).monitor.missCount).toBe(1);
  });

  it('is counted although an incident of another reason is capped', () => {
    const failed = check(after(monitor(), signal('fail'), '12:10'), at('12:15')).monitor;

    const checked = check(failed, at('13:05'));

    expect(checked.decisions).toEqual([]);
    expect(checked.monitor.missCount).toBe(1);
  });

  it('that ended before any check is not told', () => {
    expect(told(after(monitor(), signal('ping'), '13:02'), '13:05')).toEqual([]);
  });

  it('of a monitor that never pinged is not told', () => {
    expect(told(monitor({ lastEventAt: null }), `${NEXT_DAY}12:00Z`)).toEqual([]);
  });

  it('after an early ping to a schedule counts from the run after the one it answered', () => {
    const early = after(scheduled(), signal('ping'), '12:59');

    expect(told(early, '13:05')).toEqual([]);
    expect(told(early, '14:01:30')).toEqual([]);
    expect(told(early, '14:01:30.001')).toEqual(['miss silence 1.1']);
  });
});

describe('a failure', () => {
  it('is told at the next check, with the instant of its signal', () => {
    const failed = after(monitor(), signal('fail'), '12:10');

    const checked = check(failed, at('12:15'));

    expect(checked.decisions).toEqual([miss({ reason: 'fail', downSince: at('12:10') })]);
    expect(checked.monitor.pending).toEqual([]);
  });

  it('is told of a monitor that never pinged', () => {
    expect(told(after(monitor({ lastEventAt: null }), signal('fail'), '12:10'), '12:15')).toEqual([
      'miss fail 1.1',
    ]);
  });

  it('that recovered before the check is told, then its recovery', () => {
    const mended = after(after(monitor(), signal('fail'), '12:10'), signal('ping'), '12:12');

    expect(check(mended, at('12:15')).decisions).toEqual([
      miss({ reason: 'fail', downSince: at('12:10') }),
      recovery({ reason: 'fail', downSince: at('12:10'), recoveredAt: at('12:12') }),
    ]);
  });

  it('is told each time when a job flaps between two checks', () => {
    let flapping = monitor();
    for (const minute of ['12:01', '12:03']) flapping = after(flapping, signal('fail'), minute);
    flapping = after(flapping, signal('ping'), '12:04');
    for (const minute of ['12:05', '12:06']) flapping = after(flapping, signal('fail'), minute);

    expect(told(flapping, '12:10')).toEqual(['miss fail 1.1', 'recovery fail 1.1', 'miss fail 2.1']);
  });

  it('in a silence that was alerted adds nothing, and its success recovers once', () => {
    const silent = check(monitor(), at('13:05')).monitor;
    const failed = check(after(silent, signal('fail'), '13:10'), at('13:15'));
    const mended = after(failed.monitor, signal('ping'), '13:20');

    expect(failed.decisions).toEqual([]);
    expect(told(mended, '13:25')).toEqual(['recovery silence 1.1']);
  });

  it('does not stop the clock: the silence behind it is counted', () => {
    const failed = check(after(monitor(), signal('fail'), '12:59'), at('13:00')).monitor;

    expect(check(failed, at('13:05')).monitor.missCount).toBe(1);
  });
});

describe('a run that is too long', () => {
  const limited = monitor({ intervalSec: 86_400, maxDurationSec: 1_800 });

  it('is told the millisecond after its limit, not on it, and by its rid', () => {
    const running = after(limited, signal('start', 'r-1'), '12:10');

    expect(told(running, '12:40')).toEqual([]);
    expect(check(running, at('12:40:00.001')).decisions).toEqual([
      miss({ reason: 'too_long', downSince: at('12:40'), runId: 'r-1' }),
    ]);
  });

  it('is not told without a limit', () => {
    expect(
      told(after(monitor({ intervalSec: 86_400 }), signal('start'), '12:10'), `${NEXT_DAY}11:00Z`),
    ).toEqual([]);
  });

  it('is told of a monitor that never pinged', () => {
    const waiting = monitor({ lastEventAt: null, maxDurationSec: 1_800 });

    expect(told(after(waiting, signal('start'), '12:10'), '12:45')).toEqual(['miss too_long 1.1']);
  });

  it('is not told when it closed before the check', () => {
    const closed = after(after(limited, signal('start'), '12:10'), signal('ping'), '12:50');

    expect(told(closed, '12:55')).toEqual([]);
  });

  it('is the oldest of the runs that are', () => {
    const two = after(after(limited, signal('start', 'a'), '12:10'), signal('start', 'b'), '12:11');

    expect(check(two, at('13:00')).decisions).toEqual([
      miss({ reason: 'too_long', downSince: at('12:40'), runId: 'a' }),
    ]);
  });

  it('goes on while later runs succeed, and is told again only after the repeat gap', () => {
    let stuck = after(limited, signal('start', 'stuck'), '12:00');
    const lines: string[] = [];
    for (let minute = 0; minute <= 25 * 60; minute += 5) {
      const now = at('12:00') + minute * 60_000;
      stuck = applySignal(stuck, signal('start', 'next'), now).monitor;
      stuck = applySignal(stuck, signal('ping', 'next'), now + 60_000).monitor;
      const checked = check(stuck, now + 120_000);
      stuck = checked.monitor;
      lines.push(...checked.decisions.map((decision) => `${clock(now + 120_000)} ${brief(decision)}`));
    }

    expect(lines).toEqual([
      '2026-03-02T12:32Z miss too_long 1.1',
      '2026-03-02T12:37Z recovery too_long 1.1',
      '2026-03-03T12:32Z miss too_long 2.1',
      '2026-03-03T12:37Z recovery too_long 2.1',
    ]);
  });
});

describe('an incident', () => {
  it.each([
    ['silence', monitor({ alertRepeatSec: 7_200 })],
    ['fail', after(monitor(REPEATING), signal('fail'), '13:00')],
    ['too_long', after(monitor({ ...REPEATING, maxDurationSec: 600 }), signal('start'), '12:50')],
  ])('of %s is told again on its repeat gap, not a millisecond before', (reason, given) => {
    const opened = check(given, at('13:05')).monitor;

    expect(told(opened, '15:04:59.999')).toEqual([]);
    expect(told(opened, '15:05')).toEqual([`miss ${reason} 1.2`]);
    expect(check(opened, at('15:05')).monitor.incident).toMatchObject({
      downSince: at('13:00'),
      alertedAt: at('15:05'),
      alerts: 2,
    });
  });

  it('repeats a day apart by default', () => {
    const opened = check(monitor(), at('13:05')).monitor;

    expect(told(opened, `${NEXT_DAY}13:04:59.999Z`)).toEqual([]);
    expect(told(opened, `${NEXT_DAY}13:05Z`)).toEqual(['miss silence 1.2']);
  });

  it('never repeats within its interval', () => {
    const opened = check(monitor({ intervalSec: 3 * 86_400 }), at('2026-03-05T13:00Z')).monitor;

    expect(told(opened, '2026-03-08T12:59:59.999Z')).toEqual([]);
    expect(told(opened, '2026-03-08T13:00Z')).toEqual(['miss silence 1.2']);
  });

  it('goes on by its own reason while that holds', () => {
    const silent = check(monitor({ alertRepeatSec: 3_600 }), at('13:05')).monitor;
    const failed = check(after(silent, signal('fail'), '13:10'), at('13:15')).monitor;

    expect(told(failed, '14:05')).toEqual(['miss silence 1.2']);
  });

  it('goes on by its own reason also where something else was wrong before it', () => {
    const limited = monitor({ alertRepeatSec: 3_600, maxDurationSec: 600 });
    const stuck = after(limited, { ...signal('start'), rid: 'a' }, '12:40');
    const failed = check(after(stuck, { ...signal('fail'), rid: 'b' }, '12:52'), at('12:54')).monitor;

    expect(told(failed, '13:54')).toEqual(['miss fail 1.2']);
  });

  it('keeps its down_since when it goes on by another reason', () => {
    const failed = after(monitor({ alertRepeatSec: 3_600 }), signal('fail'), '12:30');
    const mended = after(check(failed, at('12:35')).monitor, signal('start'), '12:40');

    expect(check(mended, at('13:35')).decisions).toEqual([
      miss({ reason: 'fail', alertNumber: 2, downSince: at('12:30') }),
    ]);
    expect(check({ ...mended, failing: false }, at('13:35')).decisions).toEqual([
      miss({ alertNumber: 2, downSince: at('12:30') }),
    ]);
  });

  it('tells with each alert what the job said of its last failure, and nothing with the recovery', () => {
    const failing = { ...signal('fail'), exitCode: 3, outputOf: 'event-1' };
    const opened = check(after(monitor({ alertRepeatSec: 3_600 }), failing, '12:10'), at('12:15'));
    expect(opened.decisions).toEqual([
      miss({ reason: 'fail', downSince: at('12:10'), exitCode: 3, outputOf: 'event-1' }),
    ]);
    expect(check(opened.monitor, at('13:15')).decisions).toMatchObject([
      { exitCode: 3, outputOf: 'event-1' },
    ]);

    const again = check(after(opened.monitor, { ...signal('fail'), exitCode: 4 }, '12:40'), at('12:45'));
    expect(again.decisions).toEqual([]);
    const repeated = check(again.monitor, at('13:15'));
    expect(repeated.decisions).toEqual([
      miss({ reason: 'fail', alertNumber: 2, downSince: at('12:10'), exitCode: 4 }),
    ]);

    expect(check(after(repeated.monitor, signal('ping'), '13:20'), at('13:25')).decisions).toEqual([
      recovery({ reason: 'fail', alertNumber: 2, downSince: at('12:10'), recoveredAt: at('13:20') }),
    ]);
  });

  it('goes on by what is still wrong when its own reason is over', () => {
    const limited = monitor({ alertRepeatSec: 3_600, maxDurationSec: 600 });
    const stuck = check(after(limited, signal('start'), '12:40'), at('12:55')).monitor;
    const failed = check(after(stuck, signal('fail'), '12:57'), at('12:59')).monitor;

    expect(told(failed, '13:55')).toEqual(['miss fail 1.2']);
  });

  it('opens by the oldest cause', () => {
    const limited = monitor({ maxDurationSec: 600 });

    expect(told(after(limited, signal('start'), '12:45'), '13:05')).toEqual(['miss too_long 1.1']);
    expect(told(after(limited, signal('start'), '12:55'), '13:06')).toEqual(['miss silence 1.1']);
  });

  it('is closed by a success even when it is silent again at the same check', () => {
    const opened = check(monitor({ intervalSec: 60 }), at('12:05')).monitor;
    const mended = after(opened, signal('ping'), '12:06');

    expect(check(mended, at('12:10')).decisions).toEqual([
      recovery({ reason: 'silence', downSince: at('12:01'), recoveredAt: at('12:06') }),
      miss({ reason: 'silence', incident: 2, downSince: at('12:07') }),
    ]);
  });

  it('is recovered once', () => {
    const opened = check(monitor(), at('13:05')).monitor;
    const mended = after(after(opened, signal('ping'), '13:06'), signal('ping'), '13:07');

    const checked = check(mended, at('13:10'));

    expect(checked.decisions).toEqual([
      recovery({ reason: 'silence', downSince: at('13:00'), recoveredAt: at('13:06') }),
    ]);
    expect(told(checked.monitor, '13:15')).toEqual([]);
  });
});

describe('a pause', () => {
  it('tells nothing and keeps what waits, whatever is wrong', () => {
    const failed = after(
      after(monitor({ maxDurationSec: 60 }), signal('start', 'a'), '12:05'),
      signal('fail', 'b'),
      '12:10',
    );
    const paused = withSettings(failed, settings(failed, { pausedUntil: at('15:00') }), at('12:11'));

    const checked = check(paused, at('14:59:59.999'));

    expect(checked.decisions).toEqual([]);
    expect(checked.monitor).toMatchObject({
      pending: [{ kind: 'fail', at: at('12:10') }],
      missCount: 0,
      dueAt: at('15:00'),
    });
    expect(told(paused, '15:00')).toEqual(['miss fail 1.1']);
  });

  it('tells after its end what failed and was mended within it, in order', () => {
    const paused = monitor({ pausedUntil: at('14:00') });
    const mended = after(after(paused, signal('fail'), '12:30'), signal('ping'), '13:30');

    expect(told(mended, '13:59')).toEqual([]);
    expect(told(mended, '14:00')).toEqual(['miss fail 1.1', 'recovery fail 1.1']);
  });

  it('gives a silence a whole interval after its end', () => {
    const paused = monitor({ pausedUntil: at('15:00') });

    expect(told(paused, '16:00')).toEqual([]);
    expect(told(paused, '16:00:00.001')).toEqual(['miss silence 1.1']);
  });

  it('that is taken back gives a silence a whole interval from then', () => {
    const paused = monitor({ pausedUntil: at('18:00') });
    const resumed = withSettings(paused, settings(paused, { pausedUntil: null }), at('15:00'));

    expect(told(resumed, '16:00')).toEqual([]);
    expect(check(resumed, at('16:00:00.001')).decisions).toEqual([
      miss({ reason: 'silence', downSince: at('16:00') }),
    ]);
  });

  it('holds back the repeat of an incident until the new deadline has passed', () => {
    const silent = check(monitor({ alertRepeatSec: 3_600 }), at('13:05')).monitor;
    const paused = withSettings(silent, settings(silent, { pausedUntil: at('16:00') }), at('13:30'));

    expect(told(paused, '15:00')).toEqual([]);
    expect(told(paused, '17:00')).toEqual([]);
    expect(told(paused, '17:00:00.001')).toEqual(['miss silence 1.2']);
  });

  it('set on a silence no check has seen counts it and tells nothing of it', () => {
    const paused = withSettings(monitor(), settings(monitor(), { pausedUntil: at('15:00') }), at('13:02'));

    expect(paused.missCount).toBe(1);
    expect(told(paused, '15:30')).toEqual([]);
  });
});

describe('a check', () => {
  it('tells nothing of an inactive monitor, whatever waits', () => {
    const gone = monitor({ active: false, pending: [{ kind: 'fail', at: at('12:10') }] });

    expect(check(gone, at('14:00'))).toEqual({ monitor: { ...gone, dueAt: null }, decisions: [] });
  });

  it('decides the same again from the same state, as after a write that was lost', () => {
    const mended = after(after(monitor(), signal('fail'), '12:10'), signal('ping'), '12:12');

    expect(check(mended, at('14:00'))).toEqual(check(mended, at('14:00')));
  });

  it('repeated at once tells nothing twice', () => {
    const first = check(after(monitor(), signal('fail'), '12:10'), at('14:00'));

    expect(check(first.monitor, at('14:00')).decisions).toEqual([]);
  });
});

function after(before: Monitor, sent: Parameters<typeof applySignal>[1], time: string): Monitor {
  return applySignal(before, sent, at(time)).monitor;
}

function told(given: Monitor, time: string): string[] {
  return check(given, at(time)).decisions.map(brief);
}

/** Such as `miss fail 2.1`: the first alert of the second incident. */
function brief(decision: AlertDecision): string {
  return `${decision.kind} ${decision.reason} ${decision.incident}.${decision.alertNumber}`;
}

function clock(now: Instant): string {
  return `${new Date(now).toISOString().slice(0, 16)}Z`;
}

function miss(expected: Partial<AlertDecision>): AlertDecision {
  return {
    kind: 'miss',
    reason: 'silence',
    incident: 1,
    alertNumber: 1,
    downSince: Number.NaN,
    recoveredAt: null,
    runId: null,
    ...expected,
  };
}

function recovery(expected: Partial<AlertDecision>): AlertDecision {
  return { ...miss(expected), kind: 'recovery' };
}
