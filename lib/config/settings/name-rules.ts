import { regionOf } from '../arn.ts';
import { together, type Rule } from './rule.ts';

/** Names, certificates and what is kept: of a deployment alone. */
export const nameRules: readonly Rule[] = [
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
  ({ cdn, certificateArn }) =>
    cdn &&
    certificateArn &&
    regionOf(certificateArn) !== 'us-east-1' &&
    `certificateArn must be the ARN of a certificate in us-east-1, not ${JSON.stringify(certificateArn)}.`,
  ({ cdn, webAclArn }) =>
    !cdn &&
    webAclArn &&
    'webAclArn is set with cdn=false: there is no distribution that it could stand before.',
  ({ pingFront, ingestDomain }) =>
    pingFront === 'alb' &&
    !ingestDomain &&
    'pingFront=alb needs ingestDomain: a load balancer has no certificate for a name of its own.',
  ({ tableName, warmThroughput }) =>
    tableName &&
    warmThroughput !== undefined &&
    'warmThroughput has nothing to warm where tableName names an existing table: leave one of them out, and warm that table by hand.',
  ({ tableName, removal }) =>
    tableName &&
    removal === 'destroy' &&
    'removal=destroy has nothing to delete where tableName names an existing table: leave one of them out.',
  ({ terminationProtection, removal }) =>
    terminationProtection &&
    removal === 'destroy' &&
    'terminationProtection=true and removal=destroy contradict each other: leave one of them out.',
];

/** A domain needs a certificate, or a zone in which one can be proven; and it must lie in that zone. */
function certified(
  domain: 'domainName' | 'ingestDomain',
  certificate: 'certificateArn' | 'ingestCertificateArn',
): Rule[] {
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
