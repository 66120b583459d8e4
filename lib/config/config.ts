import type { InvokedArea, QueueName } from '../areas/declaration.ts';
import { VARIABLES } from './groups.ts';
import { adminsOf, signUpOf, type Access } from '../domain/accounts/access.ts';
import type { SecondFactorSigns } from '../domain/accounts/second-factor.ts';
import type { Billing, Settlement } from '../domain/billing/billing.ts';
import type { Hold } from '../domain/alerts/alert-stop.ts';
import type { KeptSecret } from '../domain/kept-secret.ts';
import type { Operator } from '../domain/statistics/operator/operator.ts';

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

export type StandInEndpoints = Record<'dynamodb' | 'sqs' | 'ses' | 'cognito', string | null>;

/**
 * Everything a function may be told from outside, in groups; read once, here, and nowhere else. A group is null where the
 * function's declaration does not name it (lib/areas).
 */
export interface Config {
  region: string;
  table: { name: string };
  urls: Urls | null;
  /** By which jobs reach the service, as origins. */
  pingNames: { origins: readonly string[] } | null;
  /** Who sends the security headers of answers: what stands before the functions behind the API, or they themselves. */
  securityHeaders: { by: 'edge' | 'function' } | null;
  /** By which calls are known that came by the edge; null where there is none. */
  originMark: { text: string } | null;
  /** URLs. */
  queues: Record<QueueName, string | null>;
  /** The names of functions that are called by others. */
  functions: Record<InvokedArea, string | null>;
  /** Where the service secret is kept, or on one machine the secret itself. */
  secret: KeptSecret | null;
  /** Where the operator token is kept; null also where there is none. */
  operatorToken: KeptSecret | null;
  /** Who signs people in; null also where nobody can sign in. */
  identity: IdentityConfig | null;
  /** Why nobody can sign in, in one sentence; in AWS somebody always can, so it is only ever set by the local service. */
  signInOff?: string;
  /** The user pool of the stack; null also where another issuer signs people in. */
  userPool: { id: string; issuer: string } | null;
  /** Null also where the service mails nothing. */
  sender: { from: string; configurationSet: string | null } | null;
  /** Confirmation mails an hour that guests have among them, in the whole service. */
  guestMails: { perHour: number } | null;
  /** Codes an hour that go to addresses that nobody has proved, in the whole service. */
  signUpMails: { perHour: number } | null;
  /** Who may make an account. */
  access: Access | null;
  /** Whether new guests are made. */
  guests: { areMade: boolean } | null;
  /** Whether owners may have as much as they like at no cost. */
  allowance: { isUnlimited: boolean } | null;
  /** Whether pages for strangers are shown. */
  publicPages: { areShown: boolean } | null;
  /** The operator's stop; null also where there is none. */
  hold: Hold | null;
  /** The CloudWatch namespace of the service's own metrics. */
  metrics: { namespace: string } | null;
  /** How what costs money is charged. */
  billing: Billing | null;
  /** By what a payment is checked. */
  settlement: Settlement | null;
  /** Who runs it, as its discovery documents say it. */
  operator: Operator | null;
  /** The other products of the operator's panel, as origins. */
  panel: { sources: readonly string[] } | null;
  /** Name of the build, as shown by /api/health. */
  build: string | null;
  /** Endpoints of what stands in for AWS on one machine. */
  standIns: StandInEndpoints | null;
  /** Lets alert_url be http on this machine; only ever set by the local service. */
  allowLoopbackAlerts: boolean;
}

/** Reads the environment of a Lambda function. Throws one plain sentence when the table name is missing. */
export function configFromEnv(env: Record<string, string | undefined>): Config {
  const read = (name: string) => env[name] || null;
  const [tableName] = VARIABLES.table.map(read);
  if (!tableName) throw new Error('TABLE_NAME is not set: the function does not know its table.');
  const [base, ingest] = VARIABLES.urls.map(read);
  const [pingNames] = VARIABLES.pingNames.map(read);
  const [from, configurationSet = null] = VARIABLES.sender.map(read);
  const [securityHeaders] = VARIABLES.securityHeaders.map(read);
  const [originMark] = VARIABLES.originMark.map(read);
  const [secretId] = VARIABLES.secret.map(read);
  const [operatorTokenId] = VARIABLES.operatorToken.map(read);
  const [guestMails] = VARIABLES.guestMails.map(read);
  const [signUpMails] = VARIABLES.signUpMails.map(read);
  const [guests] = VARIABLES.guests.map(read);
  const [allowance] = VARIABLES.allowance.map(read);
  const [publicPages] = VARIABLES.publicPages.map(read);
  const [poolId, poolIssuer] = VARIABLES.userPool.map(read);
  const [hold] = VARIABLES.hold.map(read);
  const [namespace] = VARIABLES.metrics.map(read);
  const [billing] = VARIABLES.billing.map(read);
  const [settlement] = VARIABLES.settlement.map(read);
  const [operator] = VARIABLES.operator.map(read);
  const [panelSources] = VARIABLES.panel.map(read);
  return {
    region: env['AWS_REGION'] ?? 'us-east-1',
    table: { name: tableName },
    urls: base && ingest ? { base, ingest } : null,
    pingNames: pingNames ? { origins: wordsOf(pingNames) } : null,
    securityHeaders: securityHeaders ? { by: securityHeaders === 'function' ? 'function' : 'edge' } : null,
    originMark: originMark ? { text: originMark } : null,
    queues: {
      alerts: read(VARIABLES.alerts[0]),
      givenUp: read(VARIABLES.givenUp[0]),
      checks: read(VARIABLES.checks[0]),
    },
    functions: { billing: read(VARIABLES.billingFunction[0]) },
    secret: secretId ? { id: secretId } : null,
    operatorToken: operatorTokenId ? { id: operatorTokenId } : null,
    identity: identityOf(read),
    userPool: poolId && poolIssuer ? { id: poolId, issuer: poolIssuer } : null,
    sender: from ? { from, configurationSet } : null,
    guestMails: guestMails ? { perHour: Number(guestMails) } : null,
    signUpMails: signUpMails ? { perHour: Number(signUpMails) } : null,
    access: accessOf(read),
    guests: guests ? { areMade: guests === 'on' } : null,
    allowance: allowance ? { isUnlimited: allowance === 'unlimited' } : null,
    publicPages: publicPages ? { areShown: publicPages === 'on' } : null,
    hold: hold ? { until: Date.parse(hold) } : null,
    metrics: namespace ? { namespace } : null,
    billing: billing ? (JSON.parse(billing) as Billing) : null,
    settlement: settlement ? (JSON.parse(settlement) as Settlement) : null,
    operator: operator ? (JSON.parse(operator) as Operator) : null,
    panel: panelSources ? { sources: JSON.parse(panelSources) as string[] } : null,
    build: read(VARIABLES.build[0]),
    standIns: standInsOf(read),
    allowLoopbackAlerts: false,
  };
}

function identityOf(read: (name: string) => string | null): IdentityConfig | null {
  const [issuer, clientId, secretId, acr, amr, pages] = VARIABLES.identity.map(read);
  if (!issuer || !clientId || !secretId) return null;
  const secondFactor = { acr: wordsOf(acr), amr: wordsOf(amr) };
  const clientSecret = secretId.startsWith('arn:') ? { id: secretId } : { userPool: secretId };
  const factorScope = 'userPool' in clientSecret && { factorScope: 'aws.cognito.signin.user.admin' };
  return { issuer, clientId, clientSecret, secondFactor, ...factorScope, ...(pages && { pages }) };
}

function wordsOf(list: string | null | undefined): string[] {
  return list ? list.split(' ') : [];
}

/** A text that cannot be read lets nobody in. */
function accessOf(read: (name: string) => string | null): Access | null {
  const [signUp, admins] = VARIABLES.access.map(read);
  if (!signUp) return null;
  return { signUp: signUpOf(signUp) ?? 'closed', admins: (admins && adminsOf(admins)) || [] };
}

function standInsOf(read: (name: string) => string | null): StandInEndpoints | null {
  const endpoints = {
    dynamodb: read('AWS_ENDPOINT_URL_DYNAMODB'),
    sqs: read('AWS_ENDPOINT_URL_SQS'),
    ses: read('AWS_ENDPOINT_URL_SESV2'),
    cognito: read('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER'),
  };
  return Object.values(endpoints).some((endpoint) => endpoint !== null) ? endpoints : null;
}

/** A group that the code needs. Throws where the declaration of the function does not name it. */
export function told<T>(group: T | null, what: string): T {
  if (group === null)
    throw new Error(`This function is not told ${what}: its declaration does not ask for it.`);
  return group;
}

/** Whether there are pages for strangers. */
export const arePublicPagesShown = ({ publicPages }: Pick<Config, 'publicPages'>): boolean =>
  told(publicPages, 'whether strangers are welcome').areShown;

export const urlsOf = (config: Pick<Config, 'urls'>): Urls => told(config.urls, 'where the service is');
