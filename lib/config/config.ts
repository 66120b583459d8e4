import type { InvokedArea, QueueName } from '../areas/declaration.ts';
import { SETTINGS_GROUPS, NAMES, valueIn, type Urls } from './groups.ts';

export type StandInEndpoints = Record<'dynamodb' | 'sqs' | 'ses' | 'cognito' | 'topics', string | null>;

/** The groups of a function; null where its declaration does not name it (lib/areas). */
type GroupValues = {
  -readonly [G in keyof typeof SETTINGS_GROUPS]: ReturnType<(typeof SETTINGS_GROUPS)[G]['read']> | null;
};

/** Everything a function may be given from outside; read once, here, and nowhere else. */
export interface Config extends GroupValues {
  region: string;
  table: { name: string };
  /** URLs. */
  queues: Record<QueueName, string | null>;
  /** The names of functions that are called by others. */
  functions: Record<InvokedArea, string | null>;
  /** Why nobody can sign in, in one sentence; in AWS somebody always can, so it is only ever set by the local service. */
  signInOff?: string;
  /** Endpoints of what stands in for AWS on one machine. */
  standIns: StandInEndpoints | null;
  /** Lets alert_url be http on this machine; only ever set by the local service. */
  allowLoopbackAlerts: boolean;
}

/** Reads the environment of a Lambda function. Throws one plain sentence when the table name is missing. */
export function configFromEnv(env: Readonly<Record<string, string | undefined>>): Config {
  const name = valueIn(NAMES.table, env);
  if (name === null) throw new Error('TABLE_NAME is not set: the function does not know its table.');
  const values = Object.entries(SETTINGS_GROUPS).map(([group, each]) => [group, valueIn<unknown>(each, env)]);
  return {
    ...(Object.fromEntries(values) as GroupValues),
    region: env['AWS_REGION'] ?? 'us-east-1',
    table: { name },
    queues: {
      alerts: valueIn(NAMES.alerts, env),
      givenUp: valueIn(NAMES.givenUp, env),
      checks: valueIn(NAMES.checks, env),
    },
    functions: { billing: valueIn(NAMES.billingFunction, env) },
    standIns: standInsOf((variable) => env[variable] || null),
    allowLoopbackAlerts: false,
  };
}

function standInsOf(read: (variable: string) => string | null): StandInEndpoints | null {
  const endpoints = {
    dynamodb: read('AWS_ENDPOINT_URL_DYNAMODB'),
    sqs: read('AWS_ENDPOINT_URL_SQS'),
    ses: read('AWS_ENDPOINT_URL_SESV2'),
    cognito: read('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER'),
    topics: read('AWS_ENDPOINT_URL_SNS'),
  };
  return Object.values(endpoints).some((endpoint) => endpoint !== null) ? endpoints : null;
}

/** A group that the code needs. Throws where the declaration of the function does not name it. */
export function required<T>(group: T | null, what: string): T {
  if (group === null)
    throw new Error(`This function is not told ${what}: its declaration does not ask for it.`);
  return group;
}

/** Whether there are pages for strangers. */
export const arePublicPagesShown = ({ publicPages }: Pick<Config, 'publicPages'>): boolean =>
  required(publicPages, 'whether strangers are welcome').areShown;

export const urlsOf = (config: Pick<Config, 'urls'>): Urls => required(config.urls, 'where the service is');
