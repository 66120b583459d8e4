import { shellWord } from '../escape.ts';
import { ingestCurl } from './ingest-curl.ts';

/** The steps a crontab can take evenly within an hour and within a day. */
const MINUTE_STEPS = [30, 20, 15, 12, 10, 6, 5, 4, 3, 2];
const HOUR_STEPS = [12, 8, 6, 4, 3, 2];

/** What the start of a job by cron, the job and its call may vary by, from one run to the next. */
const JITTER_SEC = 10;

/** What the crontab line needs to know of a monitor. */
export interface CronTiming {
  intervalSec: number;
  cron: string | null;
  tz: string | null;
}

/**
 * One crontab line that runs a job and reports its exit status: on the monitor's own schedule when it has one, else
 * often enough that the delay of one run is not a miss.
 */
export function ingestCron(ingestUrl: string, timing: CronTiming): string {
  return cronLine(`/path/to/your-job; ${ingestCurl(ingestUrl)}/$?`, timing);
}

/** The same with the command `rollcall`, at the place where it is installed: it is in no PATH of cron. */
export function rollcallCron(ingestUrl: string, timing: CronTiming): string {
  const given = `ROLLCALL_URL=${shellWord(ingestUrl)}`;
  return cronLine(`${given} /usr/local/bin/rollcall run your-job -- /path/to/your-job`, timing);
}

function cronLine(job: string, timing: CronTiming): string {
  const command =
    timing.cron === null && timing.intervalSec < 60 + JITTER_SEC
      ? withinMinute(job, timing.intervalSec)
      : job;
  const when = timing.cron ?? cronWithin(timing.intervalSec);
  const zone = timing.cron === null ? '' : ` # schedule is read in ${timing.tz ?? 'UTC'}`;
  // cron ends the command at a bare percent sign.
  return `${when} ${`${command}${zone}`.replaceAll('%', '\\%')}`.replace(/\s+/g, ' ');
}

/** The job several times in the minute that cron starts it in: once a minute would be late each time. */
function withinMinute(job: string, intervalSec: number): string {
  const starts = intervalSec < 30 + JITTER_SEC ? '0 20 40' : '0 30';
  return `for s in ${starts}; do (sleep $s; ${job}) & done; wait`;
}

/** The widest even schedule that fires more often than the interval; every minute is the least cron can do. */
function cronWithin(intervalSec: number): string {
  if (intervalSec > 31 * 86_400) return '0 3 1 * *';
  if (intervalSec > 7 * 86_400) return '0 3 * * 0';
  if (intervalSec > 86_400) return '0 3 * * *';
  const hours = HOUR_STEPS.find((step) => step * 3_600 < intervalSec);
  if (hours !== undefined) return `0 */${hours} * * *`;
  if (intervalSec > 3_600) return '0 * * * *';
  const minutes = MINUTE_STEPS.find((step) => step * 60 < intervalSec);
  return minutes === undefined ? '* * * * *' : `*/${minutes} * * * *`;
}
