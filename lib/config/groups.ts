import type { AreaDeclaration, QueueName, GroupName } from '../areas/declaration.ts';
import { adminsOf, signUpOf, type Access } from '../domain/accounts/access.ts';
import type { SecondFactorSigns } from '../domain/accounts/second-factor.ts';
import type { Hold } from '../domain/alerts/alert-stop.ts';
import type { AwsBinding, SmsSettings } from '../domain/alerts/aws-channels.ts';
import type { Billing, Settlement } from '../domain/billing/billing.ts';
import type { KeptSecret } from '../domain/kept-secret.ts';
import type { Operator } from '../domain/statistics/operator/operator-settings.ts';

/** Where the service is reached, without final slashes (DECISIONS.md "HTTP" 0). */
export interface Urls {
  /** By people and agents. */
  base: string;
  /** By jobs. */
  ingest: string;
}

/** The provider of identities (OpenID Connect), and what it knows the service by. */
export interface IdentityConfig {
  issuer: string;
  clientId: string;
  /** Where it is kept; a user pool keeps those of its clients. */
  clientSecret: KeptSecret | { userPool: string };
  /** By what it tells of a second factor. */
  secondFactor: SecondFactorSigns;
  /** The scope with which people set second factors up by way of us; undefined where the issuer sees to it by itself. */
  factorScope?: string;
  /** Where the pages of a user pool are, without a final slash; not known of another issuer. */
  pages?: string;
}

/** Whose events of AWS become pings. */
export interface AwsEventsConfig {
  /** Where the ingest key is kept under whose owner they are. */
  key: KeptSecret;
  /** Whose jobs stand under their bare names. */
  account: string;
  /** Theirs, where it is not that of the function. */
  region?: string;
  /** Patterns; none for all. */
  names: readonly string[];
  /** Of other accounts. */
  aliases: Readonly<Record<string, string>>;
}

/** Where pings by identity go, and which jobs of AWS stand under their bare names. */
export interface IdentityPingsConfig extends Pick<AwsEventsConfig, 'account' | 'aliases'> {
  busArn: string;
  hookArn: string;
}

/** What a function gets together, or not at all: the environment variables, and the value that they make. */
interface Group<T> {
  variables: readonly string[];
  /** How many of them it cannot do without; the others may be empty. */
  needed: number;
  read(this: void, ...texts: string[]): T;
}

/** A group that cannot do without any of its variables. */
const whole = <T>(variables: readonly string[], read: Group<T>['read']): Group<T> => ({
  variables,
  needed: variables.length,
  read,
});

const text = (variable: string) => whole([variable], (value) => value);
const json = <T>(variable: string) => whole([variable], (value) => JSON.parse(value) as T);
const perHour = (variable: string) => whole([variable], (value) => ({ perHour: Number(value) }));
const wordsOf = (list: string): string[] => (list === '' ? [] : list.split(' '));

/** A pool of ours keeps the secret, and has people set second factors up by way of us. */
const clientOf = (secretId: string) =>
  secretId.startsWith('arn:')
    ? { clientSecret: { id: secretId } }
    : { clientSecret: { userPool: secretId }, factorScope: 'aws.cognito.signin.user.admin' };

/** The groups that are a value each. Null of one means that the function does not get it. */
export const SETTINGS_GROUPS = {
  urls: whole(['BASE_URL', 'INGEST_ORIGIN'], (base, ingest): Urls => ({ base, ingest })),
  /** By which jobs reach the service, as origins. */
  pingNames: whole(['PING_NAMES'], (names): { origins: readonly string[] } => ({ origins: wordsOf(names) })),
  /** Who sends the security headers of answers: what stands before the functions behind the API, or they themselves. */
  securityHeaders: whole(['SECURITY_HEADERS'], (by): { by: 'edge' | 'function' } => ({
    by: by === 'function' ? by : 'edge',
  })),
  /** By which calls are known that came by the edge; null where there is none. */
  originMark: whole(['ORIGIN_MARK'], (mark) => ({ text: mark })),
  /**
   * Where the service secret is kept, or on one machine the secret itself. The version is not read: that it changes has
   * Lambda start the function anew, which then reads the secret.
   */
  secret: { variables: ['SECRET_ID', 'SECRETS_VERSION'], needed: 1, read: (id): KeptSecret => ({ id }) },
  /** Where the operator token is kept; null also where there is none. */
  operatorToken: whole(['OPERATOR_TOKEN_SECRET_ID'], (id): KeptSecret => ({ id })),
  /** Who signs people in; null also where nobody can sign in. */
  identity: {
    variables: [
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET_ID',
      'OIDC_MFA_ACR',
      'OIDC_MFA_AMR',
      'OIDC_PAGES',
    ],
    needed: 3,
    read: (issuer, clientId, secretId, ...[acr = '', amr = '', pages]): IdentityConfig => ({
      issuer,
      clientId,
      secondFactor: { acr: wordsOf(acr), amr: wordsOf(amr) },
      ...clientOf(secretId),
      ...(pages && { pages }),
    }),
  },
  /** The user pool of the stack; null also where another issuer signs people in. */
  userPool: whole(['USER_POOL_ID', 'USER_POOL_ISSUER'], (id, issuer) => ({ id, issuer })),
  /** Null also where the service mails nothing. */
  sender: {
    variables: ['MAIL_FROM', 'MAIL_CONFIGURATION_SET'],
    needed: 1,
    read: (from, set): { from: string; configurationSet: string | null } => ({
      from,
      configurationSet: set || null,
    }),
  },
  /** Consent mails an hour that guests have among them, in the whole service. */
  guestMails: perHour('GUEST_MAILS_PER_HOUR'),
  /** Codes an hour that go to addresses that nobody has proved, in the whole service. */
  signUpMails: perHour('SIGN_UP_MAILS_PER_HOUR'),
  /** Who may make an account. A text that cannot be read lets nobody in. */
  access: {
    variables: ['SIGN_UP', 'ADMINS'],
    needed: 1,
    read: (signUp, admins): Access => ({
      signUp: signUpOf(signUp) ?? 'closed',
      admins: adminsOf(admins) ?? [],
    }),
  },
  /** Whether new guests are made. */
  guests: whole(['GUESTS'], (guests) => ({ areMade: guests === 'on' })),
  /** Whether owners may have as much as they like at no cost. */
  allowance: whole(['ALLOWANCE'], (allowance) => ({ isUnlimited: allowance === 'unlimited' })),
  /** Whether pages for strangers are shown. */
  publicPages: whole(['PUBLIC_PAGES'], (pages) => ({ areShown: pages === 'on' })),
  /** The operator's stop; null also where there is none. */
  hold: whole(['HOLD_ALERTS_UNTIL'], (until): Hold => ({ until: Date.parse(until) })),
  /** What a whole check calls; null also where nobody elsewhere listens. */
  heartbeat: whole(['HEARTBEAT_URL'], (url) => ({ url })),
  /** Whose events of AWS become pings, and how; null also where none do. */
  awsEvents: json<AwsEventsConfig>('AWS_EVENTS'),
  /** By what jobs of AWS ping without a secret; null also where they do not. */
  identityPings: json<IdentityPingsConfig>('IDENTITY_PINGS'),
  /** Who may be told by which topic or event bus of the operator; null also where nobody is. */
  awsChannels: json<readonly AwsBinding[]>('AWS_CHANNELS'),
  /** Whose channels may send texts; null also where nobody's may. */
  sms: json<SmsSettings>('SMS'),
  /** The CloudWatch namespace of the service's own metrics. */
  metrics: whole(['METRIC_NAMESPACE'], (namespace) => ({ namespace })),
  /** How what costs money is charged. */
  billing: json<Billing>('BILLING'),
  /** By what a payment is checked. */
  settlement: json<Settlement>('SETTLEMENT'),
  /** Who runs it, as its discovery documents say it. */
  operator: json<Operator>('OPERATOR'),
  /** The other products of the operator's panel, as origins. */
  panel: whole(['PANEL_SOURCES'], (sources): { sources: readonly string[] } => ({
    sources: JSON.parse(sources) as string[],
  })),
  /** Name of the build, as shown by /api/health. */
  build: text('BUILD'),
} as const satisfies Record<GroupName, Group<unknown>> & Record<string, Group<unknown>>;

/** Groups that are one text and kept beside others of their kind. */
export const NAMES = {
  table: text('TABLE_NAME'),
  alerts: text('ALERT_QUEUE_URL'),
  givenUp: text('GIVEN_UP_QUEUE_URL'),
  checks: text('CHECK_QUEUE_URL'),
  billingFunction: text('BILLING_FUNCTION'),
} as const satisfies Record<QueueName, Group<string>> & Record<string, Group<string>>;

/** A group of settings that a function gets together, or not at all. */
export type SettingsGroup = keyof typeof SETTINGS_GROUPS | keyof typeof NAMES;

/** The environment variables of each group in AWS. */
export const VARIABLES: Readonly<Record<SettingsGroup, readonly string[]>> = Object.fromEntries(
  Object.entries({ ...SETTINGS_GROUPS, ...NAMES }).map(([group, { variables }]) => [group, variables]),
) as Record<SettingsGroup, readonly string[]>;

/**
 * The groups of a declared function. The sender is not there in a service that mails nothing, the origin mark where there is
 * no edge, the operator's stop where nothing is held, their token, topics and buses where they set none.
 */
export function settingsGroupsOf(needs: AreaDeclaration): SettingsGroup[] {
  const queues = new Set([...(needs.sendsTo ?? []), ...(needs.fedBy ? [needs.fedBy.queue] : [])]);
  return [
    'table',
    ...(needs.http ? (['securityHeaders'] as const) : []),
    ...(needs.settings ?? []),
    ...(needs.secret ? (['secret'] as const) : []),
    ...(needs.knowsOperator ? (['operatorToken'] as const) : []),
    ...(needs.mails ? (['sender'] as const) : []),
    ...queues,
    ...(needs.invokes ?? []).map((area) => `${area}Function` as const),
  ];
}

type Env = Readonly<Record<string, string | undefined>>;

/** The value of a group in an environment; null where it is not there. */
export function valueIn<T>({ variables, needed, read }: Group<T>, env: Env): T | null {
  const texts = variables.map((name) => env[name] ?? '');
  return texts.slice(0, needed).includes('') ? null : read(...texts);
}
