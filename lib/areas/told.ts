import type { AreaDeclaration, QueueName } from './declaration.ts';

/** A group of settings that a function is told together, or not at all. */
export type Group =
  | 'table'
  | 'securityHeaders'
  | 'urls'
  | 'billing'
  | 'build'
  | 'guestMails'
  | 'metrics'
  | 'secret'
  | 'sender'
  | QueueName;

/** The environment variables by which each group is told in AWS. */
export const VARIABLES = {
  table: ['TABLE_NAME'],
  securityHeaders: ['SECURITY_HEADERS'],
  urls: ['BASE_URL', 'INGEST_ORIGIN'],
  billing: ['BILLING_MODE'],
  build: ['BUILD'],
  guestMails: ['GUEST_MAILS_PER_HOUR'],
  metrics: ['METRIC_NAMESPACE'],
  secret: ['SECRET_ID'],
  sender: ['MAIL_FROM', 'MAIL_CONFIGURATION_SET'],
  alerts: ['ALERT_QUEUE_URL'],
  givenUp: ['GIVEN_UP_QUEUE_URL'],
  checks: ['CHECK_QUEUE_URL'],
} as const satisfies Record<Group, readonly string[]>;

/** What a declared function is told. The sender is not there in a service that mails nothing. */
export function groupsOf(needs: AreaDeclaration): Group[] {
  const queues = new Set([...(needs.sendsTo ?? []), ...(needs.fedBy ? [needs.fedBy.queue] : [])]);
  return [
    'table',
    ...(needs.http ? (['securityHeaders'] as const) : []),
    ...(needs.told ?? []),
    ...(needs.secret ? (['secret'] as const) : []),
    ...(needs.mails ? (['sender'] as const) : []),
    ...queues,
  ];
}
