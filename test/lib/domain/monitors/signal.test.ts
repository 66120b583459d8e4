import { describe, expect, it } from 'vitest';
import type { Incident, PendingOutcome } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal, isRoutine } from '../../../../lib/domain/monitors/signal.ts';
import { at, monitor, scheduled, signal } from '../../../support/alerts/monitor-builder.ts';

const INCIDENT: Incident = {
  number: 1,
  reason: 'silence',
  downSince: at('13:00'),
  openedAt: at('13:05'),
  alertedAt: at('13:05'),
  alerts: 1,
};

function fail(time: string): PendingOutcome {
  return { kind: 'fail', at: at(time) };
}

function recovery(time: string): PendingOutcome {
  return { kind: 'recovery', at: at(time) };
}

describe('a ping', () => {
  it('keeps what it reported', () => {
    const ping = { ...signal('ping'), status: 200, latencyMs: 12 };

    const { monitor: after } = applySignal(monitor({ lastStatus: 500 }), ping, at('12:30'));

    expect(after).toMatchObject({ lastEventAt: at('12:30'), lastStatus: 200, lastLatencyMs: 12 });
  });

  it('that ends a silence makes it healthy from then on, and none that is in time does', () => {
    const before = monitor({ healthySince: at('09:00') });

    expect(applySignal(before, signal('ping'), at('13:00')).monitor.healthySince).toBe(at('09:00'));
    expect(applySignal(before, signal('ping'), at('13:01')).monitor.healthySince).toBe(at('13:01'));
  });

  it('forgets what the ping before it reported', () => {
    const { monitor: after } = applySignal(
      monitor({ lastStatus: 500, lastLatencyMs: 9 }),
      signal('ping'),
      at('12:30'),
    );

    expect(after).toMatchObject({ lastStatus: null, lastLatencyMs: null });
  });

  it.each([
    ['on time', '12:30', '13:00'],
    ['after the scheduled time', '13:00:01', '14:00'],
    ['90 s early answers the coming run', '12:58:30', '14:00'],
    ['a millisecond earlier than that answers nothing yet', '12:58:29.999', '13:00'],
  ])('to a schedule with 90 s of grace, %s', (_what, pingAt, expected) => {
    const before = scheduled({ lastEventAt: at('12:00'), nextExpectedAt: at('13:00') });

    expect(applySignal(before, signal('ping'), at(pingAt)).monitor.nextExpectedAt).toBe(at(expected));
  });

  it('is early by at most a tenth of the gap however long the grace', () => {
    const before = scheduled({ graceSec: 3_600 });

    expect(applySignal(before, signal('ping'), at('12:54')).monitor.nextExpectedAt).toBe(at('14:00'));
    expect(applySignal(before, signal('ping'), at('12:53:59.999')).monitor.nextExpectedAt).toBe(at('13:00'));
  });

  it('moves the window that a schedule shows as its interval', () => {
    const before = scheduled({ cron: '0 9 * * 1-5', intervalSec: 86_400, lastEventAt: null });

    const { monitor: after } = applySignal(before, signal('ping'), at('2026-03-05T10:00Z'));

    expect(after).toMatchObject({ nextExpectedAt: at('2026-03-06T09:00Z'), intervalSec: 3 * 86_400 });
  });

  it('that was overtaken by a later one moves nothing back', () => {
    const before = scheduled({ lastEventAt: at('13:00:02'), nextExpectedAt: at('14:00') });

    const { monitor: after } = applySignal(before, signal('ping'), at('12:58'));

    expect(after).toMatchObject({ lastEventAt: at('13:00:02'), nextExpectedAt: at('14:00') });
  });
});

describe('a ping that finds the monitor overdue', () => {
  it('counts the miss no check has seen', () => {
    const { monitor: after } = applySignal(monitor(), signal('ping'), at('13:00:00.001'));

    expect(after).toMatchObject({ missCount: 1, missCounted: false });
  });

  it('counts no miss on the deadline itself', () => {
    expect(applySignal(monitor(), signal('ping'), at('13:00')).monitor.missCount).toBe(0);
  });

  it('counts no miss that a check has counted', () => {
    const before = monitor({ missCount: 1, missCounted: true });

    expect(applySignal(before, signal('ping'), at('14:00')).monitor).toMatchObject({
      missCount: 1,
      missCounted: false,
    });
  });

  it('counts no miss while it is paused', () => {
    const before = monitor({ pausedUntil: at('15:00') });

    expect(applySignal(before, signal('ping'), at('14:00')).monitor.missCount).toBe(0);
  });
});

describe('the outcomes waiting for the check', () => {
  it.each([
    ['a ping to a healthy monitor leaves none', {}, 'ping', []],
    ['a ping in an incident leaves a recovery', { incident: INCIDENT }, 'ping', [recovery('14:00')]],
    ['a failure waits', {}, 'fail', [fail('14:00')]],
    ['a failure in an incident waits too', { incident: INCIDENT }, 'fail', [fail('14:00')]],
    ['a second failure joins the first', { pending: [fail('13:50')] }, 'fail', [fail('13:50')]],
    [
      'a success after a failure follows it',
      { pending: [fail('13:50')] },
      'ping',
      [fail('13:50'), recovery('14:00')],
    ],
    [
      'a second success adds nothing',
      { pending: [fail('13:50'), recovery('13:55')] },
      'ping',
      [fail('13:50'), recovery('13:55')],
    ],
    [
      'a failure after a recovery follows it',
      { incident: INCIDENT, pending: [recovery('13:55')] },
      'fail',
      [recovery('13:55'), fail('14:00')],
    ],
    [
      'a success after recovery and failure follows both',
      { incident: INCIDENT, pending: [recovery('13:50'), fail('13:55')] },
      'ping',
      [recovery('13:50'), fail('13:55'), recovery('14:00')],
    ],
    ['a start adds none', { incident: INCIDENT }, 'start', []],
    ['a log line adds none', { incident: INCIDENT }, 'log', []],
  ] as const)('%s', (_what, given, kind, pending) => {
    const before = monitor({ ...given, pending: [...('pending' in given ? given.pending : [])] });

    expect(applySignal(before, signal(kind), at('14:00')).monitor.pending).toEqual(pending);
  });

  it('stay few under a job that flaps, and the last failure stays the last word', () => {
    let flapping = monitor({ incident: INCIDENT });
    for (let minute = 0; minute < 500; minute += 1) {
      flapping = applySignal(flapping, signal('ping'), at('13:10') + minute * 60_000).monitor;
      flapping = applySignal(flapping, signal('fail'), at('13:10') + minute * 60_000 + 30_000).monitor;

      expect(flapping.pending.at(-1)?.kind).toBe('fail');
      expect(flapping.pending.length).toBeLessThanOrEqual(21);
    }

    expect(flapping.pending.slice(0, 2)).toEqual([recovery('13:10'), fail('13:10:30')]);
    expect(flapping.pending.map((outcome) => outcome.kind)).toEqual(
      Array.from({ length: 10 }, () => ['recovery', 'fail']).flat(),
    );
  });

  it('end in a recovery when a job that flapped ends well', () => {
    let flapping = monitor();
    for (let minute = 0; minute < 100; minute += 1) {
      flapping = applySignal(flapping, signal('fail'), at('12:10') + minute * 60_000).monitor;
      flapping = applySignal(flapping, signal('ping'), at('12:10') + minute * 60_000 + 30_000).monitor;
    }

    expect(flapping.pending).toHaveLength(20);
    expect(flapping.pending[0]).toEqual(fail('12:10'));
    expect(flapping.pending.at(-1)).toEqual(recovery('13:49:30'));
  });
});

describe('runs by their signals', () => {
  const open = [
    { rid: 'a', startedAt: at('12:00'), alertedAt: null },
    { rid: 'b', startedAt: at('12:10'), alertedAt: null },
  ];

  it.each([
    ['a ping with a rid closes and measures that run', 'ping', 'a', ['b'], 1_800_000],
    ['a failure with a rid closes and measures that run', 'fail', 'b', ['a'], 1_200_000],
    ['a ping without a rid closes all and measures the newest', 'ping', null, [], 1_200_000],
    ['a failure without a rid closes all and measures the newest', 'fail', null, [], 1_200_000],
    ['a ping with another rid closes none', 'ping', 'z', ['a', 'b'], null],
    ['a start opens one', 'start', 'c', ['a', 'b', 'c'], null],
    ['a log line touches none', 'log', 'a', ['a', 'b'], null],
  ] as const)('%s', (_what, kind, rid, left, durationMs) => {
    const outcome = applySignal(monitor({ runs: open }), signal(kind, rid), at('12:30'));

    expect(outcome.monitor.runs.map((run) => run.rid)).toEqual(left);
    expect(outcome.durationMs).toBe(durationMs);
    expect(outcome.monitor.lastDurationMs).toBe(durationMs);
  });

  it('keep the last measure when a signal closes none', () => {
    const before = monitor({ runs: open, lastDurationMs: 5_000 });

    expect(applySignal(before, signal('ping', 'z'), at('12:30')).monitor.lastDurationMs).toBe(5_000);
  });
});

describe('the due time after a signal', () => {
  it.each([
    ['is set by the first ping', monitor({ lastEventAt: null }), 'ping', '13:30:00.001'],
    ['is left alone by a healthy ping', monitor({ dueAt: at('13:00:00.001') }), 'ping', '13:00:00.001'],
    ['comes forward to a failure', monitor({ dueAt: at('13:00:00.001') }), 'fail', '12:30'],
    [
      'comes forward to a run’s limit',
      monitor({ dueAt: at('13:00:00.001'), maxDurationSec: 600 }),
      'start',
      '12:40:00.001',
    ],
    [
      'stays before a run’s later limit',
      monitor({ dueAt: at('13:00:00.001'), maxDurationSec: 3_600 }),
      'start',
      '13:00:00.001',
    ],
    [
      'comes forward to a recovery',
      monitor({ dueAt: at('2026-03-03T13:05Z'), incident: INCIDENT }),
      'ping',
      '12:30',
    ],
    ['is left alone by a log line', monitor({ dueAt: at('13:00:00.001') }), 'log', '13:00:00.001'],
  ] as const)('%s', (_what, before, kind, dueAt) => {
    expect(applySignal(before, signal(kind), at('12:30')).monitor.dueAt).toBe(at(dueAt));
  });
});

describe('isRoutine', () => {
  const healthy = monitor({ dueAt: at('13:00:00.001') });
  const runs = [{ rid: 'a', startedAt: at('12:00'), alertedAt: null }];

  it('is true of a healthy ping', () => {
    expect(isRoutine(healthy, applySignal(healthy, signal('ping'), at('12:30')).monitor)).toBe(true);
  });

  it('is false of the end of a run that nobody started, since its start may be on its way', () => {
    const before = { ...healthy, runs };

    expect(isRoutine(before, applySignal(before, signal('ping', 'b'), at('12:30')).monitor)).toBe(false);
  });

  it.each([
    ['the first ping', { lastEventAt: null }, 'ping'],
    ['a ping that closes a run', { runs }, 'ping'],
    ['a ping after a failure', { failing: true }, 'ping'],
    ['a ping that ends a miss', { missCounted: true, missCount: 1 }, 'ping'],
    ['a ping in an incident', { incident: INCIDENT }, 'ping'],
    ['a ping that ends an excuse', { extendedUntil: at('12:50') }, 'ping'],
    ['a failure', {}, 'fail'],
    ['a start', {}, 'start'],
  ] as const)('is false of %s', (_what, given, kind) => {
    const before = { ...healthy, ...given };

    expect(isRoutine(before, applySignal(before, signal(kind), at('12:30')).monitor)).toBe(false);
  });

  it('is false of a ping that gives a due time to a schedule that had none', () => {
    const before = scheduled({ nextExpectedAt: null, dueAt: null });

    expect(isRoutine(before, applySignal(before, signal('ping'), at('12:30')).monitor)).toBe(false);
  });

  it('is false of a ping that finds the monitor overdue', () => {
    expect(isRoutine(healthy, applySignal(healthy, signal('ping'), at('13:30')).monitor)).toBe(false);
  });
});
