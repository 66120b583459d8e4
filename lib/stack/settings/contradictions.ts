import { isoOf, type Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import { nobodyLeft } from '../../domain/accounts/users.ts';
import { flawIn } from '../../domain/billing/billing-settings.ts';
import { namelessIn } from '../../domain/statistics/operator/operator-settings.ts';
import { PARTNERS } from '../../domain/site/partners-config.ts';
import { partnersFlaw } from '../../domain/site/partners-flaw.ts';
import { regionOf } from '../arn.ts';
import type { SettingName, Settings } from './table.ts';

type Contradicted = (settings: Settings, now: Instant) => string | false | undefined;

/** What single settings cannot say: one plain sentence for the first contradiction. */
export function contradictionIn(settings: Settings, now: Instant): string | undefined {
  for (const contradicted of rules) {
    const sentence = contradicted(settings, now);
    if (sentence) return sentence;
  }
  return undefined;
}

const rules: readonly Contradicted[] = [
  ({ holdAlertsUntil }, now) =>
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
  ({ contactTo, mailFrom }) =>
    contactTo && !mailFrom && 'contactTo is set without mailFrom: say which address the mails come from.',
  ({ contactTo, publicPages }) =>
    contactTo &&
    publicPages === 'off' &&
    'contactTo is set with publicPages off, where nobody can write: set publicPages=on, or leave it out.',
  (settings) => nobodyLeft(settings),
  (settings) => flawIn(settings),
  (settings) => namelessIn(settings),
  () => partnersFlaw(PARTNERS),
  together('issuer', 'issuerClientId'),
  together('issuer', 'issuerClientSecretArn'),
  ({ issuer, issuerAcr }) => issuerAcr && !issuer && 'issuerAcr is set without issuer.',
  together('hostedZoneId', 'hostedZoneName'),
  together('tableName', 'serviceSecretArn'),
  ({ hostedZoneId, domainName, ingestDomain }) =>
    hostedZoneId && !domainName && !ingestDomain && 'hostedZoneId is set without domainName or ingestDomain.',
  ...certified('domainName', 'certificateArn'),
  ...certified('ingestDomain', 'ingestCertificateArn'),
  ({ domainName, ingestDomain }) =>
    domainName &&
    domainName === ingestDomain &&
    `domainName and ingestDomain must be two names, not both ${JSON.stringify(domainName)}.`,
  ({ ingestDomain, ingestOrigin }) =>
    ingestDomain &&
    ingestOrigin &&
    'ingestDomain and ingestOrigin both say where jobs ping: set one of them.',
  ({ pingFront, ingestDomain }) =>
    pingFront === 'alb' &&
    !ingestDomain &&
    'pingFront=alb needs ingestDomain: a load balancer has no certificate for a name of its own.',
  ({ cdn, certificateArn }) =>
    cdn &&
    certificateArn &&
    regionOf(certificateArn) !== 'us-east-1' &&
    `certificateArn must be the ARN of a certificate in us-east-1, not ${JSON.stringify(certificateArn)}.`,
  ({ cdn, webAclArn }) =>
    !cdn &&
    webAclArn &&
    'webAclArn is set with cdn=false: there is no distribution that it could stand before.',
  ({ tableName, removal }) =>
    tableName &&
    removal === 'destroy' &&
    'removal=destroy has nothing to delete where tableName names an existing table: leave one of them out.',
  ({ tableName, warmThroughput }) =>
    tableName &&
    warmThroughput !== undefined &&
    'warmThroughput has nothing to warm where tableName names an existing table: leave one of them out, and warm that table by hand.',
  ({ terminationProtection, removal }) =>
    terminationProtection &&
    removal === 'destroy' &&
    'terminationProtection=true and removal=destroy contradict each other: leave one of them out.',
];

/** Whether an SES identity lets an address send: itself, its domain, or a domain above that. */
function covers(identity: string, from: string): boolean {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return identity.includes('@') ? identity === from : `.${domain}`.endsWith(`.${identity}`);
}

function together(one: SettingName, other: SettingName): Contradicted {
  return (settings) => {
    const isOneMissing = (settings[one] === undefined) !== (settings[other] === undefined);
    return isOneMissing && `${one} and ${other} belong together: set both or neither.`;
  };
}

/** A domain needs a certificate, or a zone in which one can be proven; and it must lie in that zone. */
function certified(
  domain: 'domainName' | 'ingestDomain',
  certificate: 'certificateArn' | 'ingestCertificateArn',
): Contradicted[] {
  return [
    (settings) => settings[certificate] && !settings[domain] && `${certificate} is set without ${domain}.`,
    (settings) =>
      settings[domain] &&
      !settings[certificate] &&
      !settings.hostedZoneId &&
      `${domain} needs ${certificate}, or hostedZoneId and hostedZoneName.`,
    ({ [domain]: host, hostedZoneName: zone }) =>
      host &&
      zone &&
      !`.${host}`.endsWith(`.${zone}`) &&
      `${domain} must lie in the zone ${zone}, not ${JSON.stringify(host)}.`,
  ];
}
