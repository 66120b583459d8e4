import { expect, it } from 'vitest';
import { barsWords, offsetWords, runScaleOf, runTimesOf } from '../../../../lib/console/charts/run-times.ts';

const NIGHTLY = {
  cron: '30 2 * * *',
  tz: 'UTC',
  interval_sec: 86_400,
  grace_sec: 600,
  max_duration_sec: 900,
};
const MIN = 60_000;
const due = Date.parse('2027-03-02T02:30:00Z');

const run = (id: string, at: number, ms: number | null = 0) => ({
  id,
  kind: ms === null ? ('started' as const) : ('ok' as const),
  at,
  endedAt: ms === null ? null : at + ms,
  ms,
});

it('a run lies to its scheduled time, and is late when it ends after the grace', () => {
  const runs = [run('c', due + 4 * MIN, 7 * MIN), run('b', due + MIN, 2 * MIN), run('a', due - 20_000, null)];
  const times = runTimesOf(runs, NIGHTLY);

  expect([...times.values()]).toEqual([
    { offsetMs: 4 * MIN, lateMs: MIN },
    { offsetMs: MIN, lateMs: 0 },
    { offsetMs: -20_000, lateMs: 0 },
  ]);
  expect([...times.values()].map(offsetWords)).toEqual([
    'late by 1 min, started 4 min after schedule',
    'started 1 min after schedule',
    'started 20 s early',
  ]);
  const scale = runScaleOf(runs, times, NIGHTLY);
  expect(scale.fromMs).toBe(-20_000);
  expect(scale.toMs).toBeCloseTo(15 * MIN * 1.05);
  expect(barsWords(scale, NIGHTLY)).toBe(
    'Bars start at the scheduled time; shaded: the grace of 10 min; line: the run limit of 15 min. Full width: 16 min 5 s.',
  );
});

it('of an interval what comes later than it after the one before is late', () => {
  const every = { ...NIGHTLY, cron: null, interval_sec: 300, max_duration_sec: null };
  const runs = [run('c', due + 12 * MIN), run('b', due + 4 * MIN), run('a', due)];

  expect([...runTimesOf(runs, every).values()].map(({ lateMs }) => lateMs)).toEqual([3 * MIN, 0, 0]);
});

it('a limit that is far beyond the runs does not make them points', () => {
  const runs = [run('a', due, MIN)];
  const times = runTimesOf(runs, NIGHTLY);

  expect(runScaleOf(runs, times, { ...NIGHTLY, max_duration_sec: 86_400 }).toMs).toBeCloseTo(MIN * 1.05);
});
