import type { Stretch } from '../../domain/monitors/day/planned.ts';
import type { DayJob } from './day-jobs.ts';
import { hourOf, spanWords } from './day-words.ts';

const NAMED_MAX = 12;

interface HourProps {
  jobs: readonly DayJob[];
  hour: Stretch;
  time: (at: number) => string;
}

/** What runs at an hour, in words. */
export function HourWords({ jobs, hour, time }: HourProps) {
  const { spans, count, overlap } = hourOf(jobs, hour);
  const words = count === 0 ? 'nothing' : count === 1 ? '1 job' : `${count} jobs`;
  return (
    <div class="day-hour" role="status">
      <strong>
        At {time(hour.from)}: {words}
        {overlap > 1 && `, ${overlap} overlap`}
      </strong>
      <ul>
        {spans.slice(0, NAMED_MAX).map((span, at) => (
          <li key={at}>
            <JobName job={span.job} /> <span class="soft">{spanWords(span, time)}</span>
          </li>
        ))}
        {spans.length > NAMED_MAX && <li class="soft">and {spans.length - NAMED_MAX} more</li>}
      </ul>
    </div>
  );
}

/** Leads to the monitor, where there is one already. */
export function JobName({ job: { name, path, when } }: { job: DayJob }) {
  const words = <bdi title={when}>{name}</bdi>;
  return path === null ? words : <a href={path}>{words}</a>;
}
