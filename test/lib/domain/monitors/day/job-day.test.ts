import { describe, expect, it } from 'vitest';
import { jobDay, type ToldRun } from '../../../../../lib/domain/monitors/day/job-day.ts';
import { dayIn } from '../../../../../lib/domain/monitors/day/planned.ts';
import type { Monitor } from '../../../../../lib/domain/monitors/monitor.ts';
import { at, monitor } from '../../../../support/alerts/monitor-builder.ts';

const DAY = dayIn('UTC', '2026-03-02');
const DAY_MS = 86_400_000;
const EVERY_SIX_HOURS = { cron: '0 */6 * * *', tz: 'UTC', graceSec: 600 };

const run = (from: string | null, to: string | null, outcome: ToldRun['outcome'] = 'success'): ToldRun => ({
  outcome,
  startedAt: from === null ? null : at(from),
  endedAt: to === null ? null : at(to),
});

function lived(
  runs: ToldRun[],
  {
    since = at('00:00') - DAY_MS,
    now = at('13:00'),
    ...of
  }: Partial<Monitor> & { since?: number | null; now?: number } = {},
) {
  return jobDay(monitor({ ...EVERY_SIX_HOURS, ...of }), DAY, { runs, since }, now);
}
const states = (...args: Parameters<typeof lived>) => lived(...args).planned.map(({ state }) => state);

describe('a scheduled time', () => {
  it('is answered by the run that began at it, a little before it or behind it', () => {
    expect(states([run('12:00', null, 'running'), run('05:59', '06:10', 'fail'), run(null, '00:20')])).toEqual([
      'success', 'fail', 'running', 'coming',
    ]); // prettier-ignore
  });

  it('has the outcome of the last of its runs', () => {
    expect(states([run('06:30', '06:40'), run('06:00', '06:10', 'fail')])[1]).toBe('success');
  });

  it('was answered by none only once its grace has passed', () => {
    expect(states([], { now: at('12:10') })[2]).toBe('due');
    expect(states([], { now: at('12:11') }).slice(2)).toEqual(['no_run', 'coming']);
  });

  it('is not judged before the job was heard of', () => {
    expect(states([run(null, '12:05')], { since: at('06:01') })).toEqual([
      'unknown', 'unknown', 'success', 'coming',
    ]); // prettier-ignore
    expect(states([], { since: null }).slice(0, 3)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('may lie in a pause, the one of now or the last', () => {
    const until = { pausedAt: at('05:00'), pausedUntil: at('19:00') };
    expect(states([run(null, '00:05')], until)).toEqual(['success', 'paused', 'paused', 'paused']);
    const ended = { pausedAt: at('05:00'), pausedUntil: null, resumedAt: at('11:00') };
    expect(states([run(null, '00:05')], ended)).toEqual(['success', 'paused', 'no_run', 'coming']);
  });
});

describe('the runs of a day', () => {
  it('are those that touch it, the first one first, and no other', () => {
    const before = { outcome: 'success', startedAt: DAY.from - 5_000, endedAt: DAY.from + 5_000 } as const;
    const gone = { ...before, endedAt: DAY.from - 1 };
    const behind = { ...before, startedAt: DAY.to, endedAt: DAY.to + 1 };

    const { runs } = lived([behind, run('06:00', '06:10'), before, gone]);
    expect(runs.map(({ startedAt }) => startedAt)).toEqual([before.startedAt, at('06:00')]);
  });

  it('without a start began at their scheduled time', () => {
    const [only] = lived([run(null, '06:41')]).runs;
    expect(only?.plannedAt).toBe(at('06:00'));
  });

  it('without a start began then no more behind another of that time', () => {
    const day = lived([run(null, '11:30'), run(null, '06:10', 'fail')]);
    expect(day.runs.map(({ plannedAt }) => plannedAt)).toEqual([at('06:00'), null]);
    expect(day.planned[1]?.state).toBe('success');
  });

  it('of a monitor that was made behind their time answer none', () => {
    const day = lived([run(null, '11:31')], { createdAt: at('11:30'), since: at('11:31') });
    expect(day).toMatchObject({ runs: [{ plannedAt: null }], usual: null });
    expect(day.planned[1]?.state).toBe('unknown');
  });
});

describe('the usual duration', () => {
  it('is the low median of what was measured, or of what lies between schedule and end', () => {
    const measured = [run('06:00', '06:30'), run(null, '00:50'), run('00:00', '00:10')];
    expect(lived(measured).usual).toEqual({ ms: 600_000, from: 'start' });
    expect(lived([run(null, '06:30'), run(null, '00:10')]).usual).toEqual({ ms: 600_000, from: 'schedule' });
  });

  it('is that of no failure, and unknown of an interval without starts', () => {
    expect(lived([run('06:00', '06:01', 'fail')]).usual).toBeNull();
    expect(lived([run(null, '06:01')], { cron: null, tz: null }).usual).toBeNull();
  });
});

describe('a job of more than 25 runs', () => {
  const pings = Array.from({ length: 30 }, (_, minute) => run(null, `10:${minute + 10}`));
  const runs = [run('12:30', null, 'running'), run(null, '11:00', 'fail'), ...pings.toReversed()];

  it('has bands by its schedule, and of its runs those that were no success', () => {
    const day = lived(runs, { cron: '*/5 * * * *' });
    expect(day).toMatchObject({ planned: [], bands: [{ runs: 288, everySec: 300 }] });
    expect(day.runs.map(({ outcome }) => outcome)).toEqual(['fail', 'running']);
  });

  it('has bands of what it did, of an interval, which plans nothing', () => {
    const day = lived(runs, { cron: null, tz: null });
    expect(day.planned).toEqual([]);
    expect(day.bands).toEqual([
      { from: at('10:10'), to: at('11:00'), runs: 31, everySec: 100 },
      { from: at('12:30'), to: at('12:30'), runs: 1, everySec: 0 },
    ]);
    expect(lived(pings.slice(0, 25), { cron: null, tz: null })).toMatchObject({
      bands: [],
      runs: { length: 25 },
    });
  });
});
