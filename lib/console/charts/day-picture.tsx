import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { overlapsBySlot } from '../../domain/monitors/day/overlaps.ts';
import type { Stretch } from '../../domain/monitors/day/planned.ts';
import { clock } from '../state/clock.ts';
import { chosenHour, HOUR_MS } from './day-axis.tsx';
import { HourWords } from './day-hour.tsx';
import { atWork, lanesOf, type DayJob } from './day-jobs.ts';
import { Dense, Lane } from './day-lanes.tsx';
import { SLOT_MS, Strip } from './day-strip.tsx';
import { dayWords, timeIn } from './day-words.ts';

const LANES_MAX = 100;

interface PictureProps {
  day: Stretch;
  /** That of who looks. */
  zone: string;
  jobs: readonly DayJob[];
}

/** The jobs of a day on one axis of 23 to 25 hours, a lane each, how many are at work at once, and one hour in words. */
export function DayPicture({ day, zone, jobs }: PictureProps) {
  const { from, to } = day;
  const time = timeIn(zone);
  const hours = Math.ceil((to - from) / HOUR_MS);
  // Of two thousand jobs it is not counted anew for each step of the hour.
  const { overlaps, words } = useMemo(
    () => ({ overlaps: overlapsBySlot(atWork(jobs), day, SLOT_MS), words: dayWords(jobs, day, time) }),
    [jobs],
  );
  const isNow = clock.value >= from && clock.value < to;
  const hour = useSignal(
    isNow
      ? Math.floor((clock.value - from) / HOUR_MS)
      : Math.floor(overlaps.indexOf(Math.max(...overlaps)) / 4),
  );
  const percent = (at: number) => Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)));
  const axis = { day, time, percent, hour, hours };
  const { timed, dense, without } = lanesOf(jobs);
  return (
    <section class="day" aria-label="The day">
      <p>{words}</p>
      <Strip axis={axis} overlaps={overlaps} />
      <HourWords jobs={jobs} hour={chosenHour(axis)} time={time} />
      <ol class="day-lanes">
        {timed.slice(0, LANES_MAX).map((job, at) => (
          <Lane key={job.path ?? at} axis={axis} job={job} />
        ))}
      </ol>
      {timed.length > LANES_MAX && <p class="hint">And {timed.length - LANES_MAX} more jobs.</p>}
      {dense.length > 0 && <Dense axis={axis} jobs={dense} />}
      {without > 0 && (
        <p class="hint">{without === 1 ? 'One job is' : `${without} jobs are`} not planned on this day.</p>
      )}
      <p class="day-key hint" aria-hidden="true">
        {['success', 'fail', 'no_run', 'coming'].map((kind) => (
          <span key={kind}>
            <svg width="14" height="12">
              <rect class={kind} x="1" y="2" width="12" height="8" />
            </svg>
            {KEY[kind]}
          </span>
        ))}
      </p>
    </section>
  );
}

const KEY: Readonly<Record<string, string>> = {
  success: 'ran',
  fail: 'failed',
  no_run: 'did not run',
  coming: 'planned',
};
