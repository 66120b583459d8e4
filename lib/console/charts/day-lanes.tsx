import { Ground, type Axis } from './day-axis.tsx';
import { JobName } from './day-hour.tsx';
import type { DayJob } from './day-jobs.ts';
import { denseWords, spanWords } from './day-words.ts';

const LANE_PX = 22;
const SEEN_PX = 6;
/** In percent. */
const SEEN_MIN = 0.6;
const RIGHTMOST = 99;

const NAMED_MAX = 8;

/** One job on the day; what is drawn is said as well. */
export function Lane({ axis, job }: { axis: Axis; job: DayJob }) {
  const { percent, time } = axis;
  const said = job.spans.map((span) => spanWords(span, time));
  return (
    <li>
      <JobName job={job} />
      <span class="unseen">: {said.join('; ')}</span>
      <Ground axis={axis} height={LANE_PX}>
        {job.spans.map((span, at) => {
          const isTall = span.kind === 'fail' || span.kind === 'no_run';
          const inset = isTall ? 3 : 5;
          const width = percent(span.to) - percent(span.from);
          return (
            <rect
              key={at}
              class={span.kind}
              x={`${Math.min(percent(span.from), RIGHTMOST)}%`}
              // What went wrong is seen however short it was.
              width={isTall && width < SEEN_MIN ? SEEN_PX : `${width}%`}
              y={inset}
              height={LANE_PX - 2 * inset}
            >
              <title>{said[at]}</title>
            </rect>
          );
        })}
      </Ground>
    </li>
  );
}

/** Jobs that run every few minutes are one lane together, and named below it. */
export function Dense({ axis, jobs }: { axis: Axis; jobs: readonly DayJob[] }) {
  const { percent, time } = axis;
  const bands = jobs.flatMap((job) => job.bands);
  const failed = jobs.flatMap(({ spans }) => spans);
  return (
    <>
      <ol class="day-lanes" aria-hidden="true">
        <li>
          <bdi>{jobs.length === 1 ? jobs[0]?.name : `${jobs.length} every few minutes`}</bdi>
          <Ground axis={axis} height={LANE_PX}>
            {bands.map(({ from, to }, at) => (
              <rect
                key={at}
                class="band"
                x={`${percent(from)}%`}
                width={`${Math.max(SEEN_MIN, percent(to) - percent(from))}%`}
                y={6}
                height={LANE_PX - 12}
              />
            ))}
            {failed.map(({ from }, at) => (
              <rect key={at} class="fail" x={`${percent(from)}%`} width="2" y={2} height={LANE_PX - 4} />
            ))}
          </Ground>
        </li>
      </ol>
      <p class="hint">
        Every few minutes, and not counted above:{' '}
        {jobs
          .slice(0, NAMED_MAX)
          .map((job) => denseWords(job, time))
          .join('; ')}
        {jobs.length > NAMED_MAX && `; and ${jobs.length - NAMED_MAX} more`}.
      </p>
    </>
  );
}
