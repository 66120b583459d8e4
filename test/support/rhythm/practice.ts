import type { RhythmEvent } from '../../../lib/domain/monitors/rhythm/history.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const MONDAY = Date.UTC(2026, 4, 4);

/** A job as people run it: when its runs pinged, oldest first, and what may be said of it. */
export interface Practice {
  name: string;
  /** The cron in UTC that is true; `interval` where it waits; null where nothing may be said. */
  truth: string | 'interval' | null;
  at: number[];
}

/** Lateness that people see, in minutes: written by hand, so that it shares no chance with the made histories. */
const BY_HAND = [4, 7, 3, 9, 5, 4, 12, 6, 3, 8, 5, 21, 4, 6, 9, 3, 7, 5, 11, 4];
const handMs = (run: number) => (BY_HAND[run % BY_HAND.length] ?? 0) * MINUTE + ((run * 17) % 41) * SECOND;
const seriesOf = (runs: number, at: (run: number) => number) =>
  Array.from({ length: runs }, (_, run) => at(run));
/** The day of a run that comes on some days of the week, Monday 0. */
const dayOf = (run: number, days: readonly number[]) =>
  (Math.floor(run / days.length) * 7 + (days[run % days.length] ?? 0)) * DAY;

/** Jobs of real crontabs, timers and workers, of so many runs. */
export function practices(runs: number): Practice[] {
  const series = (at: (run: number) => number) => seriesOf(runs, at).map((each) => MONDAY + each);
  let worked = 0;
  let slept = 0;
  return [
    {
      name: 'pg_dump at 02:30',
      truth: '30 2 * * *',
      at: series((run) => run * DAY + 2.5 * HOUR + handMs(run)),
    },
    {
      name: 'backup that grows by a minute a week',
      truth: '0 1 * * *',
      at: series((run) => run * DAY + HOUR + 20 * MINUTE + (run / 7) * MINUTE + handMs(run) / 2),
    },
    {
      name: 'backup that grows by four minutes a run',
      truth: '0 1 * * *',
      at: series((run) => run * DAY + HOUR + 20 * MINUTE + run * 4 * MINUTE + handMs(run) / 4),
    },
    {
      name: 'report on weekdays at 07:15',
      truth: '15 7 * * 1-5',
      at: series((run) => dayOf(run, [0, 1, 2, 3, 4]) + 7.25 * HOUR + handMs(run) / 4),
    },
    {
      name: 'vacuum on Sunday at 04:00, an hour or more',
      truth: '0 4 * * 0',
      at: series((run) => run * 7 * DAY + 6 * DAY + 4 * HOUR + 60 * MINUTE + 2 * handMs(run)),
    },
    {
      name: 'certbot twice a day, random sleep of an hour',
      truth: '0 */12 * * *',
      at: series((run) => run * 12 * HOUR + ((run * 37) % 60) * MINUTE),
    },
    {
      name: 'timer OnCalendar=daily, RandomizedDelaySec=2h',
      truth: '0 0 * * *',
      at: series((run) => run * DAY + ((run * 53) % 120) * MINUTE),
    },
    {
      name: 'timer OnUnitActiveSec=1h, AccuracySec=1min',
      truth: 'interval',
      at: series((run) => 17 * MINUTE + run * HOUR + run * 41 * SECOND + ((run * 29) % 53) * SECOND),
    },
    {
      name: 'log rotation each hour at 17',
      truth: '17 * * * *',
      at: series((run) => run * HOUR + 17 * MINUTE + 2 * SECOND + ((run * 7) % 5) * SECOND),
    },
    {
      name: 'sync each five minutes',
      truth: '*/5 * * * *',
      at: series((run) => run * 5 * MINUTE + 1_200 + ((run * 613) % 900)),
    },
    {
      name: 'laptop at 09:30 that sleeps until opened',
      truth: null,
      at: series((run) => {
        slept += run % 5 === 4 ? 3 : 1;
        return slept * DAY + 9.5 * HOUR + ((run * 131) % 310) * MINUTE;
      }),
    },
    {
      name: 'queue worker by demand',
      truth: null,
      at: series((run) => (worked += ((run * run * 37 + run * 11) % 97) * MINUTE + 20 * SECOND)),
    },
    {
      name: 'loop that sleeps 10 min after its work',
      truth: 'interval',
      at: series(
        (run) =>
          run * 10 * MINUTE +
          seriesOf(run, (each) => (BY_HAND[each % 20] ?? 0) * SECOND * 3).reduce((sum, ms) => sum + ms, 0),
      ),
    },
    {
      name: 'two lines, 03:10 and 15:40',
      truth: null,
      at: series(
        (run) =>
          Math.floor(run / 2) * DAY +
          (run % 2 ? 15 * HOUR + 40 * MINUTE : 3 * HOUR + 10 * MINUTE) +
          handMs(run) / 3,
      ),
    },
    {
      name: 'payroll on the first and the 15th',
      truth: '0 6 1,15 * *',
      at: seriesOf(runs, (run) => Date.UTC(2025, Math.floor(run / 2), run % 2 ? 15 : 1, 6) + handMs(run)),
    },
    {
      name: 'last Friday of the month',
      truth: null,
      at: seriesOf(runs, (run) => {
        const last = new Date(Date.UTC(2025, run + 1, 0));
        return last.getTime() - ((last.getUTCDay() + 2) % 7) * DAY + 18 * HOUR + handMs(run);
      }),
    },
  ];
}

/** The pings of a job, newest first. */
export function eventsOf({ at }: Practice): RhythmEvent[] {
  return at
    .map((each) => ({ kind: 'ping' as const, at: Math.round(each), rid: null, durationMs: null }))
    .toReversed();
}
