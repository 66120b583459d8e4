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
import { jobSlug, jobTitle, type AwsHome } from './job-name.ts';
import { arnOfStarted, startedBy, type EventTarget, type Started } from './scheduled-target.ts';

/** A schedule as `aws scheduler get-schedule` prints it, or a rule as `aws events list-rules`, with one of its targets. */
export interface ScheduledJob {
  kind: 'schedule' | 'rule';
  name: string;
  expression: string;
  tz: string;
  isDisabled: boolean;
  /** Seconds by which a flexible window may put a run off. */
  windowSec: number;
  endsAt: Instant | null;
  /** Its own, where that is printed. */
  arn: string | null;
  target: EventTarget;
}

/** How a monitor hears of its job. */
export interface Wiring {
  by: 'events' | 'destinations' | 'ping';
  detail: string;
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

function timingOf(job: ScheduledJob, now: Instant, lost: Lost[]): Decision<WantedSettings, 'corpo_invalido'> {
  const [, kind, inner = ''] = /^\s*(cron|rate|at)\((.*)\)\s*$/s.exec(job.expression) ?? [];
  if (kind === 'at')
    return refused('corpo_invalido', 'it runs once ("at"), and a monitor awaits runs again and again.');
  if (kind === 'rate') return rateOf(inner, job.windowSec);
  if (kind !== 'cron') return refused('corpo_invalido', `${shown(job.expression)} is no cron, rate or at.`);
  const tz = ianaZone(job.tz);
  if (!tz.ok) return refused('corpo_invalido', tz.detail);
  const schedule = cronOfEventBridge(inner, tz.value, now);
  if (!schedule.ok) return refused('corpo_invalido', schedule.detail);
  const graceSec = defaultGraceSec(schedule.value, now) + job.windowSec;
  if (graceSec > LIMITS.graceMaxSec)
    lost.push({ field: 'FlexibleTimeWindow', detail: 'The grace of a schedule is a day at most here.' });
  return accepted({ ...schedule.value, graceSec: Math.min(graceSec, LIMITS.graceMaxSec) });
}

/** A rate counts from when the schedule was made, which no cron says: a silence is tolerated for a period, its window and a grace. */
function rateOf(text: string, windowSec: number): Decision<WantedSettings, 'corpo_invalido'> {
  const [, count = '', unit = ''] = /^\s*(\d{1,6})\s+(minute|hour|day)s?\s*$/.exec(text) ?? [];
  const periodSec = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (!(periodSec > 0)) return refused('corpo_invalido', `rate(${text.slice(0, 40)}) is not understood.`);
  const intervalSec = periodSec + windowSec + graceOfGapSec(periodSec);
  if (intervalSec > LIMITS.intervalMaxSec)
    return refused('corpo_invalido', 'its rate is longer than 366 days, which is the longest here.');
  return accepted({ intervalSec });
}

function pausedFrom(now: Instant, lost: Lost[]): string {
  lost.push({ field: 'State', detail: 'A pause ends after 30 days here; there it had no end.' });
  return new Date(now + LIMITS.pauseMaxSec * 1_000).toISOString();
}

interface Heard {
  slug: string;
  title: string;
  wiring: Wiring;
}

const EVENTS = 'Its events come by themselves where the setting awsEventsKeySecretArn is set.';

/** By which name the events of a target come, so that the monitor is theirs. */
function heardOf(scheduled: ScheduledJob, started: Started | null, home: AwsHome): Heard {
  const { kind, name } = scheduled;
  const job = started
    ? { service: started.service, name: started.name, ...placeOf(scheduled, home) }
    : { service: kind, name, account: home.account, region: home.region };
  const slug = jobSlug(job, home);
  return { slug, title: jobTitle(job, home), wiring: wiringOf(started, slug) };
}

function placeOf(job: ScheduledJob, home: AwsHome): { account: string; region: string } {
  const arn = arnOf(job);
  return { account: accountOfArn(arn) ?? home.account, region: arn?.split(':')[3] || home.region };
}

const arnOf = ({ target, arn }: ScheduledJob): string | null => arnOfStarted(target) ?? arn;

function wiringOf(started: Started | null, slug: string): Wiring {
  const unheard = started ? started.unheard : 'No events tell how such a target ends';
  if (started === null || unheard !== null)
    return { by: 'ping', detail: `${unheard}: have the job ping by ingest key and the name ${slug}.` };
  const { service, name } = started;
  if (service !== 'lambda') return { by: 'events', detail: EVENTS };
  const detail = `Send results of ${name} to the default event bus: aws lambda put-function-event-invoke-config --function-name ${name} --destination-config with OnSuccess and OnFailure.`;
  return { by: 'destinations', detail };
}

/** Where what is imported belongs, where the service does not know: to that of the first ARN. */
export function homeOfJobs(jobs: readonly ScheduledJob[]): AwsHome {
  const first = jobs.map(arnOf).find((arn) => accountOfArn(arn) !== null) ?? null;
  return { account: accountOfArn(first) ?? '', region: first?.split(':')[3] ?? '', aliases: {} };
}
