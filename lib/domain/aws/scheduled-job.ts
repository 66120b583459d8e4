import { accepted, refused, shown, type Decision } from '../decision.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { WantedSettings } from '../monitors/settings/settings.ts';
import type { Lost } from '../monitors/switch/brought.ts';
import { defaultGraceSec } from '../schedule/default-grace.ts';
import { graceOfGapSec } from '../schedule/grace-of-gap.ts';
import { ianaZone } from '../schedule/iana-zone.ts';
import { accountOfArn } from './event.ts';
import { cronOfEventBridge } from './event-cron.ts';
import { arnOfJob, heardOf, type JobStart, type Wiring } from './heard-job.ts';
import type { AwsHome } from './job-name.ts';
import { startedBy } from './scheduled-target.ts';

/** A schedule as `aws scheduler get-schedule` prints it, or a rule as `aws events list-rules`, with one of its targets. */
export interface ScheduledJob extends JobStart {
  expression: string;
  tz: string;
  isDisabled: boolean;
  /** Seconds by which a flexible window may put a run off. */
  windowSec: number;
  endsAt: Instant | null;
}

/** A monitor that a schedule becomes. */
export interface ReadJob {
  slug: string;
  wanted: WantedSettings;
  wiring: Wiring;
  lost: Lost[];
}

const UNITS: Readonly<Record<string, number>> = { minute: 60, hour: 3_600, day: 86_400 };

/** Reads one; refused with the reason where a monitor would await other runs than there are. */
export function readScheduledJob(
  job: ScheduledJob,
  { home, now }: { home: AwsHome; now: Instant },
): Decision<ReadJob, 'corpo_invalido'> {
  if (job.endsAt !== null && job.endsAt <= now) return refused('corpo_invalido', 'it has ended.');
  const lost: Lost[] = [];
  const timing = timingOf(job, now, lost);
  if (!timing.ok) return timing;
  const started = startedBy(job.kind, job.target);
  if (!started.ok) return started;
  const heard = heardOf(job, started.value, home);
  const pausedUntil = job.isDisabled && pausedFrom(now, lost);
  if (job.endsAt !== null)
    lost.push({ field: 'EndDate', detail: 'A monitor has no end; delete it when its schedule ends.' });
  const wanted = {
    ...timing.value,
    name: heard.title.slice(0, LIMITS.nameMaxChars),
    ...(pausedUntil && { pausedUntil }),
  };
  return accepted({ slug: heard.slug, wiring: heard.wiring, wanted, lost });
}

/** When a monitor awaits the runs of an expression of EventBridge; refused with the reason where it would await others. */
export function timingOf(
  job: Pick<ScheduledJob, 'expression' | 'tz' | 'windowSec'>,
  now: Instant,
  lost: Lost[],
): Decision<WantedSettings, 'corpo_invalido'> {
  const [, kind, inner = ''] = /^\s*(cron|rate|at)\((.*)\)\s*$/s.exec(job.expression) ?? [];
  if (kind === 'at')
    return refused('corpo_invalido', 'it runs once ("at"), and a monitor expects repeated runs.');
  if (kind === 'rate') return rateOf(inner, job.windowSec);
  if (kind !== 'cron')
    return refused('corpo_invalido', `${shown(job.expression)} is not a cron, rate or at.`);
  const tz = ianaZone(job.tz);
  if (!tz.ok) return refused('corpo_invalido', tz.detail);
  const schedule = cronOfEventBridge(inner, tz.value, now);
  if (!schedule.ok) return refused('corpo_invalido', schedule.detail);
  const graceSec = defaultGraceSec(schedule.value, now) + job.windowSec;
  if (graceSec > LIMITS.graceMaxSec)
    lost.push({ field: 'FlexibleTimeWindow', detail: 'The grace of a schedule is at most a day here.' });
  return accepted({ ...schedule.value, graceSec: Math.min(graceSec, LIMITS.graceMaxSec) });
}

/** A rate counts from when the schedule was made, which no cron says: a silence is tolerated for a period, its window and a grace. */
function rateOf(text: string, windowSec: number): Decision<WantedSettings, 'corpo_invalido'> {
  const [, count = '', unit = ''] = /^\s*(\d{1,6})\s+(minute|hour|day)s?\s*$/.exec(text) ?? [];
  const periodSec = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (!(periodSec > 0)) return refused('corpo_invalido', `rate(${text.slice(0, 40)}) is not understood.`);
  const intervalSec = periodSec + windowSec + graceOfGapSec(periodSec);
  if (intervalSec > LIMITS.intervalMaxSec)
    return refused('corpo_invalido', 'its rate is longer than 366 days, the maximum here.');
  return accepted({ intervalSec });
}

function pausedFrom(now: Instant, lost: Lost[]): string {
  lost.push({ field: 'State', detail: 'A pause ends after 30 days here; there it had no end.' });
  return new Date(now + LIMITS.pauseMaxSec * 1_000).toISOString();
}

/** Where what is imported belongs, where the service does not know: to that of the first ARN. */
export function homeOfJobs(jobs: readonly ScheduledJob[]): AwsHome {
  const first = jobs.map(arnOfJob).find((arn) => accountOfArn(arn) !== null) ?? null;
  return { account: accountOfArn(first) ?? '', region: first?.split(':')[3] ?? '', aliases: {} };
}
