import { describe, expect, it } from 'vitest';
import type { OpenRun } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal, closeRuns, isRoutine, openRun } from '../../../../lib/domain/monitors/signal.ts';
import { at, monitor, signal } from '../../../support/alerts/monitor-builder.ts';

function run(rid: string | null, startedAt: string, alertedAt: number | null = null): OpenRun {
  return { rid, startedAt: at(startedAt), alertedAt };
}

const TWO = [run('a', '12:00'), run('b', '12:10')];

describe('openRun', () => {
  it.each([
    ['puts the newest run last', TWO, 'c', [...TWO, run('c', '12:20')]],
    ['keeps a run without rid beside runs with one', TWO, null, [...TWO, run(null, '12:20')]],
    ['replaces the run of the same rid', TWO, 'a', [run('b', '12:10'), run('a', '12:20')]],
    ['replaces a run without rid by a run without rid', [run(null, '12:00')], null, [run(null, '12:20')]],
    [
      'starts afresh a run that was alerted',
      [run('a', '11:00', at('12:00'))],
      'a',
      [run('a', '12:20', null)],
    ],
  ])('%s', (_what, runs, rid, expected) => {
    expect(openRun(runs, rid, at('12:20'))).toEqual(expected);
  });

  it('keeps twenty runs and lets the oldest go', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => run(`r${index + 1}`, '12:00'));

    const runs = openRun(twenty, 'r21', at('12:20'));

    expect(runs).toHaveLength(20);
    expect(runs[0]?.rid).toBe('r2');
    expect(runs[19]).toEqual(run('r21', '12:20'));
  });

  it('lets none go when a twentieth run is replaced', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => run(`r${index + 1}`, '12:00'));

    const runs = openRun(twenty, 'r20', at('12:20'));

    expect(runs).toHaveLength(20);
    expect(runs[0]?.rid).toBe('r1');
  });
});

describe('closeRuns', () => {
  it.each([
    ['measures and clears the run of its rid', TWO, 'a', [run('b', '12:10')], 1_800_000],
    ['leaves every run when its rid is not open', TWO, 'z', TWO, null],
    ['leaves a run without rid to a close with one', [run(null, '12:00')], 'a', [run(null, '12:00')], null],
    ['clears every run without a rid and measures the newest', TWO, null, [], 1_200_000],
    ['measures nothing when nothing is open', [], null, [], null],
    ['measures no negative time', [run('a', '12:31')], 'a', [], 0],
  ])('%s', (_what, runs, rid, left, durationMs) => {
    expect(closeRuns(runs, rid, at('12:30'))).toEqual({ runs: left, durationMs });
  });

  it('gives back the same list when it closes nothing', () => {
    expect(closeRuns(TWO, 'z', at('12:30')).runs).toBe(TWO);
  });
});

describe('a start behind the end of its run', () => {
  const after = (
    sent: readonly (readonly [kind: 'ping' | 'fail' | 'start', rid: string | null, time: string])[],
  ) =>
    sent.reduce(
      (before, [kind, rid, time]) => applySignal(before, { ...signal(kind), rid }, at(time)).monitor,
      monitor(),
    );

  it.each([
    [
      'of a success',
      [
        ['ping', 'a', '12:00:00'],
        ['start', 'a', '12:00:30'],
      ],
    ],
    [
      'of a failure',
      [
        ['fail', 'a', '12:00:00'],
        ['start', 'a', '12:00:10'],
      ],
    ],
    [
      'sent twice',
      [
        ['ping', 'a', '12:00:00'],
        ['start', 'a', '12:00:01'],
        ['start', 'a', '12:00:02'],
      ],
    ],
    [
      'as others end',
      [
        ['ping', 'a', '12:00:00'],
        ['ping', 'b', '12:00:01'],
        ['start', 'a', '12:00:02'],
      ],
    ],
  ] as const)('opens nothing: %s', (_what, sent) => {
    expect(after(sent).runs).toEqual([]);
  });

  it.each([
    [
      'another run',
      [
        ['ping', 'a', '12:00:00'],
        ['start', 'b', '12:00:01'],
      ],
      'b',
      '12:00:01',
    ],
    [
      'one without an id',
      [
        ['ping', null, '12:00:00'],
        ['start', null, '12:00:01'],
      ],
      null,
      '12:00:01',
    ],
    [
      'the next run of the same id',
      [
        ['ping', 'a', '12:00:00'],
        ['start', 'a', '12:00:31'],
      ],
      'a',
      '12:00:31',
    ],
    [
      'the next run of an id whose start was in time',
      [
        ['start', 'a', '12:00:00'],
        ['ping', 'a', '12:00:01'],
        ['start', 'a', '12:00:02'],
      ],
      'a',
      '12:00:02',
    ],
  ] as const)('is told from %s', (_what, sent, rid, time) => {
    expect(after(sent).runs).toEqual([run(rid, time)]);
  });

  it('is known of the last five, and moves nothing of a ping without an id', () => {
    const ended = ['a', 'b', 'c', 'd', 'e', 'f'].map((rid) => ['ping', rid, '12:00'] as const);
    const many = after(ended);

    expect(many.endedRuns?.map(({ rid }) => rid)).toEqual(['b', 'c', 'd', 'e', 'f']);
    expect(isRoutine(many, applySignal(many, signal('ping'), at('12:00:10')).monitor)).toBe(true);
  });
});
