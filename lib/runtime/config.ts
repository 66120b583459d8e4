import { LIMITS } from '../domain/limits.ts';

/** Everything a function may be told from outside; read once, here, and nowhere else. */
export interface Config {
  /** Name of the one table. */
  tableName: string;
  /** URL of the queue alerts travel on; empty where a function never sends. */
  queueUrl: string;
  /** URL of the queue of alerts that were given up on. */
  deadQueueUrl: string;
  /** URL of the queue by which a check that falls behind goes on. */
  checkQueueUrl: string;
  /** Secrets Manager id of the service secret, or empty when `serviceSecret` is given. */
  secretId: string;
  /** The service secret itself; set on one machine only. */
  serviceSecret: string;
  /** Where people and agents reach the service, without a final slash; empty where a function writes no URL. */
  baseUrl: string;
  /** Where jobs ping, in the same form. */
  ingestOrigin: string;
  /** Address alerts are mailed from; empty when mail is not set up. */
  mailFrom: string;
  /** SES configuration set by which bounces and complaints come to the bridge; empty when there is none. */
  mailConfigurationSet: string;
  /** Confirmation mails an hour that guests have among them, in the whole service. */
  guestMailsPerHour: number;
  /** Whether what costs money is charged (`live`) or let through with a note (`dev`). */
  billingMode: 'live' | 'dev';
  /** Lets alert_url be http on this machine; only ever set by the local runner. */
  allowLoopbackAlerts: boolean;
  /** Name of this build, as shown by /api/health. */
  build: string;
  /** Endpoints of stand-ins; empty means AWS. */
  endpoints: { dynamodb: string; sqs: string; ses: string };
  region: string;
}

/** Reads the environment of a Lambda function. Throws one plain sentence when the table name is missing. */
export function configFromEnv(env: Record<string, string | undefined>): Config {
  const tableName = env['TABLE_NAME'];
  if (!tableName) throw new Error('TABLE_NAME is not set: the function does not know its table.');
  return {
    tableName,
    queueUrl: env['QUEUE_URL'] ?? '',
    deadQueueUrl: env['DEAD_QUEUE_URL'] ?? '',
    checkQueueUrl: env['CHECK_QUEUE_URL'] ?? '',
    secretId: env['SECRET_ID'] ?? '',
    serviceSecret: env['SERVICE_SECRET'] ?? '',
    baseUrl: env['BASE_URL'] ?? '',
    ingestOrigin: env['INGEST_ORIGIN'] ?? '',
    mailFrom: env['MAIL_FROM'] ?? '',
    mailConfigurationSet: env['MAIL_CONFIGURATION_SET'] ?? '',
    guestMailsPerHour: Number(env['GUEST_MAILS_PER_HOUR'] || LIMITS.guestConfirmationsPerHourDefault),
    billingMode: env['BILLING_MODE'] === 'live' ? 'live' : 'dev',
    allowLoopbackAlerts: env['ALLOW_LOOPBACK_ALERTS'] === '1',
    build: env['BUILD'] ?? 'dev',
    endpoints: {
      dynamodb: env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
      sqs: env['AWS_ENDPOINT_URL_SQS'] ?? '',
      ses: env['AWS_ENDPOINT_URL_SESV2'] ?? '',
    },
    region: env['AWS_REGION'] ?? 'us-east-1',
  };
}
