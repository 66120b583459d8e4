import type { BillingMode } from '../../domain/billing/billing.ts';
import { payNetworkOf, type BillingSettings } from '../../domain/billing/billing-settings.ts';
import { isoOf } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { PARTNERS } from '../../domain/site/partners-config.ts';
import { partnersFlaw } from '../../domain/site/partners-flaw.ts';
import { nameRules } from './name-rules.ts';
import { together, type Chosen, type Name, type Place, type Rule } from './rule.ts';

/** What single settings cannot say: one plain sentence for the first contradiction. */
export function contradictionIn(settings: Chosen, place: Place): string | undefined {
  for (const contradicted of rules) {
    const sentence = contradicted(settings, place);
    if (sentence) return sentence;
  }
  return undefined;
}

const rules: readonly Rule[] = [
  ({ holdAlertsUntil }, { now }) =>
    holdAlertsUntil &&
    Date.parse(holdAlertsUntil) > now + LIMITS.alertHoldMaxSec * 1000 &&
    `holdAlertsUntil must be at most an hour from now, ${isoOf(now)}, not ${JSON.stringify(holdAlertsUntil)}.`,
  ({ mailIdentity, mailFrom }) =>
    mailIdentity &&
    !mailFrom &&
    'mailIdentity is set without mailFrom: say which address the mails come from.',
  ({ mailIdentity, mailFrom }) =>
    mailIdentity &&
    mailFrom &&
    !covers(mailIdentity, mailFrom) &&
    `mailIdentity must be mailFrom or a domain that it lies under, not ${JSON.stringify(mailIdentity)}.`,
  ({ contactTo, mailFrom }, { where }) =>
    where === 'aws' &&
    contactTo &&
    !mailFrom &&
    'contactTo is set without mailFrom: say which address the mails come from.',
  ({ contactTo, publicPages }, { spelled }) =>
    contactTo &&
    publicPages === 'off' &&
    `${spelled('contactTo')} is set with ${spelled('publicPages')} off, where nobody can write: set ${spelled('publicPages', 'on')}, or leave it out.`,
  ({ signUp, guests, admins }, { spelled }) =>
    signUp === 'closed' &&
    guests === 'off' &&
    admins === undefined &&
    `${spelled('guests', 'off')} and ${spelled('signUp', 'closed')} leave nobody who could begin: set ${spelled('admins')} to the addresses that may sign in.`,
  uncharged,
  ({ billingMode, ...settings }, { spelled }) =>
    billingMode !== undefined &&
    billingMode !== 'live' &&
    payNetworkOf({ billingMode, ...settings }) === 'base' &&
    `${spelled('billingMode')} ${billingMode} is not for ${spelled('payNetwork')} base, where money is real: use base-sepolia, or live.`,
  ...(['facilitatorSecretArn', 'facilitatorKey'] as const).map(
    (key): Rule =>
      ({ billingMode, [key]: kept }, { spelled }) =>
        billingMode !== 'live' &&
        kept !== undefined &&
        `${spelled(key)} is for ${spelled('billingMode')} live alone, where a facilitator is asked; it is ${billingMode}.`,
  ),
  ({ providerName, providerUrl }, { spelled }) =>
    providerUrl !== undefined &&
    providerName === undefined &&
    `${spelled('providerUrl')} is set without ${spelled('providerName')}: say whose address it is.`,
  () => partnersFlaw(PARTNERS),
  ...(['awsNames', 'awsAccounts', 'awsOrgId'] as const).map(
    (name): Rule =>
      ({ awsEventsKeySecretArn, [name]: given }) =>
        given !== undefined &&
        awsEventsKeySecretArn === undefined &&
        `${name} is set without awsEventsKeySecretArn: say under whose ingest key jobs get their monitors.`,
  ),
  together('issuer', 'issuerClientId'),
  (settings, place) => place.where === 'aws' && together('issuer', 'issuerClientSecretArn')(settings, place),
  ({ issuer, issuerClientSecret }, { where, spelled }) =>
    where === 'machine' &&
    issuer &&
    !issuerClientSecret &&
    `${spelled('issuer')} needs ${spelled('issuerClientSecret')}: the secret of its client.`,
  ({ issuer, issuerAcr }, { spelled }) =>
    !issuer && issuerAcr && `${spelled('issuerAcr')} is set without ${spelled('issuer')}.`,
  ({ issuer }, { where, given, spelled }) =>
    where === 'machine' &&
    !issuer &&
    given.issuerAmr !== undefined &&
    `${spelled('issuerAmr')} is set without ${spelled('issuer')}.`,
  ({ issuer, issuerPort }, { spelled }) =>
    issuer &&
    issuerPort !== undefined &&
    `${spelled('issuerPort')} is of the issuer of this machine, and ${spelled('issuer')} names another one; give one of them.`,
  ({ memory, data }, { spelled }) =>
    memory &&
    data !== undefined &&
    `${spelled('memory')} keeps nothing and ${spelled('data')} keeps everything in ${data}; give one of them.`,
  ({ seed, guests }, { spelled }) =>
    seed &&
    guests === 'off' &&
    `${spelled('seed')} makes a guest, and ${spelled('guests', 'off')} makes none; give one of them.`,
  ...nameRules,
];

/** Whether an SES identity lets an address send: itself, its domain, or a domain above that. */
function covers(identity: string, from: string): boolean {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return identity.includes('@') ? identity === from : `.${domain}`.endsWith(`.${identity}`);
}

/** What each mode cannot do without: a service never falls back to letting things through because something is missing. */
const NEEDED = {
  dev: [],
  homolog: ['payTo', 'homologCredentialSha256'],
  live: ['payTo', 'facilitatorUrl', 'rpcUrl'],
} as const satisfies Record<BillingMode, readonly (keyof BillingSettings)[]>;

function uncharged(settings: Chosen, { spelled }: Place): string | undefined {
  const { billingMode: mode = 'dev' } = settings;
  const missing = NEEDED[mode].filter((name) => settings[name] === undefined);
  if (missing.length === 0) return undefined;
  const names = (of: readonly Name[]) => of.map((name) => spelled(name)).join(', ');
  return `${spelled('billingMode')} ${mode} needs ${names(NEEDED[mode])}: not set ${missing.length > 1 ? 'are' : 'is'} ${names(missing)}.`;
}
