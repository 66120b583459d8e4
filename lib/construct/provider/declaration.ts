import { accountOfArn } from '../../domain/aws/event.ts';
import { heardOf, type JobStart } from '../../domain/aws/heard-job.ts';
import { startedBy } from '../../domain/aws/scheduled-target.ts';

/** What a template says of a monitor. CloudFormation makes texts of numbers, so what has some is JSON. */
export interface MonitorDeclaration {
  Url: string;
  ApiKeySecretArn: string;
  /** The fields of a monitor, as JSON. */
  Settings: string;
  AlertUrlSecretArn?: string;
  OnDelete?: 'delete' | 'leave';
  Slug?: string;
  /** In the place of a slug: the job whose events the monitor is to have, as JSON. */
  Job?: string;
  /** Of the service, whose account and region bear no part in the names of jobs. */
  EventBusArn?: string;
  /** What the service calls the account of the job. */
  AccountAlias?: string;
}

/** The slug of what is declared: as it says, or as the events of its job are called. Throws the reason where there is none. */
export function slugOf({ Slug, Job, EventBusArn = '', AccountAlias }: MonitorDeclaration): string {
  if (Job === undefined) return Slug ?? '';
  const job = JSON.parse(Job) as JobStart;
  const started = startedBy(job.kind, job.target);
  if (!started.ok) throw new Error(`The job has no name: ${started.detail}`);
  const account = accountOfArn(EventBusArn) ?? '';
  const own = [job.target.Arn, job.arn].map((arn) => accountOfArn(arn)).find((each) => each !== null);
  const aliases = AccountAlias && own ? { [own]: AccountAlias } : {};
  return heardOf(job, started.value, { account, region: EventBusArn.split(':')[3] ?? '', aliases }).slug;
}

/** The fields of the monitor as the service takes them. */
export function settingsOf({ Settings }: MonitorDeclaration): Readonly<Record<string, unknown>> {
  return JSON.parse(Settings) as Record<string, unknown>;
}
