import { accountOfArn, scheduleNameIn } from './event.ts';
import { jobSlug, jobTitle, type AwsHome, type AwsPlace } from './job-name.ts';
import { arnOfStarted, type EventTarget, type Started } from './scheduled-target.ts';

/** What starts a job, and what it starts. */
export interface JobStart {
  kind: 'schedule' | 'rule';
  name: string;
  /** Its own, where that is known. */
  arn: string | null;
  target: EventTarget;
}

/** How a monitor hears of its job. */
export interface Wiring {
  by: 'events' | 'destinations' | 'ping';
  detail: string;
}

/** The name of a job as its events bear it, and how a monitor hears of it. */
export interface HeardJob {
  slug: string;
  title: string;
  wiring: Wiring;
}

const EVENTS = 'Its events come by themselves where the setting awsEventsKeySecretArn is set.';

/** By which name the events of a target come, or the dead letters of its schedule, so that the monitor is theirs. */
export function heardOf(scheduled: JobStart, started: Started | null, home: AwsHome): HeardJob {
  const { kind, name, arn } = scheduled;
  const job = started
    ? { service: started.service, name: started.name, ...placeOf(arnOfJob(scheduled), home) }
    : { service: kind, name: scheduleNameIn(arn) ?? name, ...placeOf(arn, home) };
  const slug = jobSlug(job, home);
  return { slug, title: jobTitle(job, home), wiring: wiringOf(started, slug) };
}

function placeOf(arn: string | null, home: AwsHome): AwsPlace {
  return { account: accountOfArn(arn) ?? home.account, region: arn?.split(':')[3] || home.region };
}

export const arnOfJob = ({ target, arn }: JobStart): string | null => arnOfStarted(target) ?? arn;

function wiringOf(started: Started | null, slug: string): Wiring {
  const unheard = started ? started.unheard : 'No events tell how such a target ends';
  if (started === null || unheard !== null)
    return { by: 'ping', detail: `${unheard}: have the job ping by ingest key and the name ${slug}.` };
  const { service, name } = started;
  if (service !== 'lambda') return { by: 'events', detail: EVENTS };
  const detail = `Send results of ${name} to the default event bus: aws lambda put-function-event-invoke-config --function-name ${name} --destination-config with OnSuccess and OnFailure.`;
  return { by: 'destinations', detail };
}
