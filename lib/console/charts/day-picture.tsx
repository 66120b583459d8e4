import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { overlapsBySlot } from '../../domain/monitors/day/overlaps.ts';
import type { Stretch } from '../../domain/monitors/day/planned.ts';
import { clock } from '../state/clock.ts';
import { axisOf, chosenHour, HOUR_MS } from './day-axis.tsx';
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
  const time = timeIn(zone);
  // Of two thousand jobs it is not counted anew for each step of the hour.
  const { overlaps, words } = useMemo(
    () => ({ overlaps: overlapsBySlot(atWork(jobs), day, SLOT_MS), words: dayWords(jobs, day, time) }),
    [jobs],
  );
  const isNow = clock.value >= day.from && clock.value < day.to;
  const busiest = overlaps.indexOf(Math.max(...overlaps)) * SLOT_MS;
  const hour = useSignal(Math.floor((isNow ? clock.value - day.from : busiest) / HOUR_MS));
  const axis = axisOf(day, time, hour);
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
      <Key />
    </section>
  );
}

const KEY = { success: 'ran', fail: 'failed', no_run: 'did not run', coming: 'planned' };

/** What the bars are; lanes say it in words. */
function Key() {
  return (
    <p class="day-key hint" aria-hidden="true">
      {Object.entries(KEY).map(([kind, words]) => (
        <span key={kind}>
          <svg width="14" height="12">
            <rect class={kind} x="1" y="2" width="12" height="8" />
          </svg>
          {words}
        </span>
      ))}
    </p>
  );
}
