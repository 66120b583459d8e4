import type { AreaDeclaration, InvokedArea, QueueName } from '../areas/declaration.ts';

/** A group of settings that a function is told together, or not at all. */
export type SettingsGroup =
  | 'table'
  | 'securityHeaders'
  | 'originMark'
  | 'urls'
  | 'pingNames'
  | 'billing'
  | 'settlement'
  | 'build'
  | 'operator'
  | 'guestMails'
  | 'signUpMails'
  | 'access'
  | 'guests'
  | 'allowance'
  | 'publicPages'
  | 'hold'
  | 'metrics'
  | 'secret'
  | 'operatorToken'
  | 'identity'
  | 'sender'
  | 'userPool'
  | 'panel'
  | `${InvokedArea}Function`
  | QueueName;

/** The environment variables by which each group is told in AWS. */
export const VARIABLES = {
  table: ['TABLE_NAME'],
  securityHeaders: ['SECURITY_HEADERS'],
  originMark: ['ORIGIN_MARK'],
  urls: ['BASE_URL', 'INGEST_ORIGIN'],
  // With spaces between.
  pingNames: ['PING_NAMES'],
  // JSON, as `Billing`, `Settlement` and `Operator` have it.
  billing: ['BILLING'],
  settlement: ['SETTLEMENT'],
  operator: ['OPERATOR'],
  build: ['BUILD'],
  guestMails: ['GUEST_MAILS_PER_HOUR'],
  signUpMails: ['SIGN_UP_MAILS_PER_HOUR'],
  access: ['SIGN_UP', 'ADMINS'],
  guests: ['GUESTS'],
  allowance: ['ALLOWANCE'],
  publicPages: ['PUBLIC_PAGES'],
  hold: ['HOLD_ALERTS_UNTIL'],
  metrics: ['METRIC_NAMESPACE'],
  // The version is not read: that it changes has Lambda start the function anew, which then reads the secret.
  secret: ['SECRET_ID', 'SECRETS_VERSION'],
  operatorToken: ['OPERATOR_TOKEN_SECRET_ID'],
  identity: [
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET_ID',
    'OIDC_MFA_ACR',
    'OIDC_MFA_AMR',
    'OIDC_PAGES',
  ],
  // JSON, a list.
  panel: ['PANEL_SOURCES'],
  userPool: ['USER_POOL_ID', 'USER_POOL_ISSUER'],
  sender: ['MAIL_FROM', 'MAIL_CONFIGURATION_SET'],
  alerts: ['ALERT_QUEUE_URL'],
  givenUp: ['GIVEN_UP_QUEUE_URL'],
  checks: ['CHECK_QUEUE_URL'],
  billingFunction: ['BILLING_FUNCTION'],
} as const satisfies Record<SettingsGroup, readonly string[]>;

/**
 * What a declared function is told. The sender is not there in a service that mails nothing, the origin mark where there is
 * no edge, the operator's stop where nothing is held, their token where they set none.
 */
export function settingsGroupsOf(needs: AreaDeclaration): SettingsGroup[] {
  const queues = new Set([...(needs.sendsTo ?? []), ...(needs.fedBy ? [needs.fedBy.queue] : [])]);
  return [
    'table',
    ...(needs.http ? (['securityHeaders'] as const) : []),
    ...(needs.told ?? []),
    ...(needs.secret ? (['secret'] as const) : []),
    ...(needs.knowsOperator ? (['operatorToken'] as const) : []),
    ...(needs.mails ? (['sender'] as const) : []),
    ...queues,
    ...(needs.invokes ?? []).map((area) => `${area}Function` as const),
  ];
}
