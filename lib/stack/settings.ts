import { LIMITS } from '../domain/limits.ts';

/** Whether what holds data outlives the stack. */
export type Removal = 'retain' | 'destroy';

/** Requests per second over time, and how many at once. */
export interface Throttle {
  rate: number;
  burst: number;
}

/** How many executions of a function its queue may start at the same time, from 2 as Lambda has it. */
export interface Concurrency {
  /** Of the notifier: it delivers alerts. */
  notifier: number;
  /** Of the checker, besides its tick: it goes on with shards that are behind. */
  checks: number;
}

/** What can be chosen at deployment. Nothing is required. */
export interface Settings {
  /**
   * Address alerts are mailed from.
   * @default none: no e-mail is sent, webhooks only
   */
  mailFrom?: string;
  /**
   * The verified SES identity that covers `mailFrom`: its domain, or the address itself.
   * @default the domain of `mailFrom`
   */
  mailIdentity?: string;
  /**
   * Confirmation mails an hour that all guests have among them.
   * @default 100
   */
  guestMailsPerHour: number;
  /**
   * Address that is told of the service's own alarms, over SNS.
   * @default none: alarms show in CloudWatch only
   */
  alarmEmail?: string;
  /**
   * Public host name of the service; needs `certificateArn`.
   * @default the host name of the CloudFront distribution
   */
  domainName?: string;
  /**
   * Certificate of `domainName`, in us-east-1 as CloudFront demands.
   * @default none
   */
  certificateArn?: string;
  /**
   * Where jobs ping, as `https://host`.
   * @default the host of the HTTP API
   */
  ingestOrigin?: string;
  /**
   * `live` charges for what costs money, `dev` lets it through with a note.
   * @default 'dev'
   */
  billingMode: 'dev' | 'live';
  /**
   * Gateway limits, each per route.
   * @default 500 a second (burst 1000); pings 2000 (4000); guest creation 5 (20); test alerts 1 (5), since each may
   * hold an execution for the 10 s that a receiver has
   */
  throttles: { standard: Throttle; ingest: Throttle; guest: Throttle; test: Throttle };
  /**
   * What queues may take of the account's concurrent executions.
   * @default notifier 3, checks 2: in an account with ten, three are left for pings and the API
   */
  concurrency: Concurrency;
  /**
   * `retain` keeps the table and the service secret when the stack is deleted.
   * @default 'retain'
   */
  removal: Removal;
}

/** 2,000 pings a second are the 4,000 write units a new on-demand table takes; a ping refused is a false alarm. */
export const defaultSettings: Settings = {
  guestMailsPerHour: LIMITS.guestConfirmationsPerHourDefault,
  billingMode: 'dev',
  throttles: {
    standard: { rate: 500, burst: 1000 },
    ingest: { rate: 2000, burst: 4000 },
    guest: { rate: 5, burst: 20 },
    test: { rate: 1, burst: 5 },
  },
  concurrency: { notifier: 3, checks: 2 },
  removal: 'retain',
};

/**
 * Reads the settings from the CDK context (`-c name=value`, or `context` in cdk.json).
 * Throws one plain sentence that gives the rule and the value received.
 */
export function settingsFrom(context: (name: string) => unknown): Settings {
  const mailFrom = text(context, 'mailFrom', address, 'an e-mail address such as alerts@example.com');
  const mailIdentity = text(context, 'mailIdentity', /^[^\s/]+$/, 'a verified SES domain or address');
  const alarmEmail = text(context, 'alarmEmail', address, 'an e-mail address');
  const domainName = text(context, 'domainName', host, 'a host name such as rollcall.example.com');
  const certificateArn = text(
    context,
    'certificateArn',
    certificate,
    'the ARN of a certificate in us-east-1',
  );
  const ingestOrigin = text(context, 'ingestOrigin', origin, 'https:// and a host name, without a path');
  if (mailIdentity && !mailFrom)
    throw new Error('mailIdentity is set without mailFrom: say which address the mails come from.');
  if (!domainName !== !certificateArn)
    throw new Error('domainName and certificateArn belong together: set both or neither.');
  return {
    ...(mailFrom && { mailFrom }),
    ...(mailIdentity && { mailIdentity }),
    ...(alarmEmail && { alarmEmail }),
    ...(domainName && { domainName }),
    ...(certificateArn && { certificateArn }),
    ...(ingestOrigin && { ingestOrigin }),
    guestMailsPerHour: count(context, 'guestMailsPerHour') ?? defaultSettings.guestMailsPerHour,
    billingMode: choice(context, 'billingMode', ['dev', 'live']) ?? defaultSettings.billingMode,
    throttles: {
      standard: throttle(context, 'standard'),
      ingest: throttle(context, 'ingest'),
      guest: throttle(context, 'guest'),
      test: throttle(context, 'test'),
    },
    concurrency: { notifier: concurrency(context, 'notifier'), checks: concurrency(context, 'checks') },
    removal: choice(context, 'removal', ['retain', 'destroy']) ?? defaultSettings.removal,
  };
}

type Context = (name: string) => unknown;

const address = /^[^\s@<>"]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
const host = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const certificate = /^arn:[a-z-]+:acm:us-east-1:\d{12}:certificate\/[A-Za-z0-9-]+$/;
const origin = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/;

function text(context: Context, name: string, form: RegExp, rule: string): string | undefined {
  const value = context(name);
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`${name} must be ${rule}, not ${JSON.stringify(value)}.`);
}

function choice<T extends string>(context: Context, name: string, choices: readonly T[]): T | undefined {
  const value = context(name);
  if (value === undefined || value === '') return undefined;
  const chosen = choices.find((one) => one === value);
  if (chosen) return chosen;
  throw new Error(`${name} must be ${choices.join(' or ')}, not ${JSON.stringify(value)}.`);
}

function throttle(context: Context, kind: keyof Settings['throttles']): Throttle {
  const fallback = defaultSettings.throttles[kind];
  return {
    rate: count(context, `${kind}Rate`) ?? fallback.rate,
    burst: count(context, `${kind}Burst`) ?? fallback.burst,
  };
}

function concurrency(context: Context, of: keyof Concurrency): number {
  const name = `${of}Concurrency`;
  const value = count(context, name) ?? defaultSettings.concurrency[of];
  if (value >= 2 && value <= 1000) return value;
  throw new Error(`${name} must be from 2 to 1000, as Lambda has it, not ${value}.`);
}

function count(context: Context, name: string): number | undefined {
  const value = context(name);
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new Error(`${name} must be a whole number from 1, not ${JSON.stringify(value)}.`);
}
