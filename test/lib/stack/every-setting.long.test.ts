import { expect, describe, it } from 'vitest';
import { awsRows, type AwsSettingName, type AwsSettings } from '../../../lib/config/settings/all-settings.ts';
import { billingSettingsFor } from '../../support/money/billing.ts';
import { REGISTRY_KEY } from '../../support/accounts/operator.ts';
import { newlySynthesised, synthesised } from '../../support/stack/synthesised.ts';
import { cycleIn, faultsOf } from '../../support/stack/template-faults.ts';

const certificate = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/0b1c-2d3e`;
const zone = { hostedZoneId: 'Z0123456789ABCDEFGHIJ', hostedZoneName: 'example.com' };
const named = { domainName: 'rollcall.example.com', certificateArn: certificate('us-east-1') };
const pinged = { ingestDomain: 'in.example.com', ingestCertificateArn: certificate('eu-west-1') };
const proven = { domainName: named.domainName, ...zone };
const attached = {
  tableName: 'Restored',
  serviceSecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Service-Ab12Cd',
};
const issued = {
  issuer: 'https://id.example.com',
  issuerClientId: 'rollcall',
  issuerClientSecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Issuer-Ab12Cd',
  issuerAcr: 'strong',
};
const live = billingSettingsFor('live');
const provided = { providerName: 'Example' };
const mailed = { mailFrom: 'alerts@example.com' };

const evented = {
  awsEventsKeySecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Events-Ab12Cd',
};

type Given = Partial<AwsSettings>;
/** For each setting: a value, with what it needs, and the deployment that the value alone changes. */
const changes: Record<
  Exclude<AwsSettingName, 'nag' | 'buildDir' | 'hostedZoneName'>,
  [changed: Given, from?: Given]
> = {
  stage: [{ stage: 'prod' }],
  cdn: [{ cdn: false }],
  priceClass: [{ priceClass: 'all' }],
  awsEventsKeySecretArn: [evented],
  awsNames: [{ ...evented, awsNames: 'prod-*' }, evented],
  awsAccounts: [{ ...evented, awsAccounts: '111122223333=prod' }, evented],
  awsOrgId: [{ ...evented, awsOrgId: 'o-a1b2c3d4e5' }, evented],
  awsChannels: [{ awsChannels: 'arn:aws:sns:eu-west-1:111122223333:alerts=ops@example.com' }],
  smsOwners: [{ smsOwners: 'ops@example.com' }],
  apiKeySecretArn: [
    { apiKeySecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:ApiKey-Ab12Cd' },
  ],
  webAclArn: [{ webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/front/0b1c-2d3e' }],
  mailFrom: [mailed],
  mailIdentity: [{ ...mailed, mailIdentity: mailed.mailFrom }, mailed],
  alarmEmail: [{ alarmEmail: 'ops@example.com' }],
  heartbeatUrl: [{ heartbeatUrl: 'https://other.example.com/in/abc' }],
  billingMode: [live, { ...live, billingMode: 'dev' }],
  payNetwork: [{ ...live, payNetwork: 'base-sepolia' }, live],
  payTo: [{ ...live, payTo: `0x${'1'.repeat(40)}` }, live],
  facilitatorUrl: [{ ...live, facilitatorUrl: 'https://other.example.com' }, live],
  facilitatorSecretArn: [
    {
      ...live,
      facilitatorSecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Facilitator-Ab12Cd',
    },
    live,
  ],
  rpcUrl: [{ ...live, rpcUrl: 'https://other.example.com' }, live],
  homologCredentialSha256: [{ homologCredentialSha256: 'a'.repeat(64) }],
  prices: [{ prices: 'extra_endpoint=0.25' }],
  freeAllowance: [{ freeAllowance: 'max_endpoints=3' }],
  gratis: [{ gratis: 'email_alert' }],
  providerName: [{ providerName: 'Example' }],
  providerUrl: [{ ...provided, providerUrl: 'https://example.com' }, provided],
  securityContact: [{ securityContact: 'mailto:security@example.com' }],
  mcpRegistryKey: [{ mcpRegistryKey: REGISTRY_KEY }],
  contactTo: [
    { mailFrom: 'alerts@example.com', publicPages: 'on', contactTo: 'team@example.com' },
    { mailFrom: 'alerts@example.com', publicPages: 'on' },
  ],
  operatorTokenSecretArn: [
    { operatorTokenSecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Operator-Ab12Cd' },
  ],
  panelSources: [{ panelSources: 'https://one.example' }],
  signUp: [{ signUp: 'example.com' }],
  admins: [{ admins: 'ana@example.com' }],
  guests: [{ guests: 'off' }],
  allowance: [{ allowance: 'unlimited' }],
  publicPages: [{ publicPages: 'on' }],
  issuer: [issued, { ...issued, issuer: 'https://other.example.com' }],
  issuerClientId: [issued, { ...issued, issuerClientId: 'other' }],
  issuerClientSecretArn: [
    issued,
    { ...issued, issuerClientSecretArn: issued.issuerClientSecretArn.replace('Ab12Cd', 'Ef34Gh') },
  ],
  issuerAcr: [issued, { ...issued, issuerAcr: 'other' }],
  issuerAmr: [{ ...issued, issuerAmr: 'hwk' }, issued],
  domainName: [named, { ...named, domainName: 'other.example.com' }],
  certificateArn: [named, { ...named, certificateArn: `${named.certificateArn}4f` }],
  ingestDomain: [pinged, { ...pinged, ingestDomain: 'pings.example.com' }],
  ingestCertificateArn: [pinged, { ...pinged, ingestCertificateArn: certificate('eu-west-2') }],
  hostedZoneId: [proven, { ...proven, hostedZoneId: 'ZOTHER' }],
  pingFront: [{ ...pinged, pingFront: 'alb' }, pinged],
  ingestOrigin: [{ ingestOrigin: 'https://front.example.com' }],
  tableName: [attached, { ...attached, tableName: 'Other' }],
  serviceSecretArn: [
    attached,
    { ...attached, serviceSecretArn: attached.serviceSecretArn.replace('Ab12Cd', 'Ef34Gh') },
  ],
  secretsVersion: [{ secretsVersion: 2 }],
  removal: [{ removal: 'destroy' }],
  terminationProtection: [{ terminationProtection: true }],
  standardRate: [{ standardRate: 7 }],
  standardBurst: [{ standardBurst: 7 }],
  ingestRate: [{ ingestRate: 7 }],
  ingestBurst: [{ ingestBurst: 7 }],
  intakeRate: [{ intakeRate: 7 }],
  intakeBurst: [{ intakeBurst: 7 }],
  guestRate: [{ guestRate: 7 }],
  guestBurst: [{ guestBurst: 7 }],
  signInRate: [{ signInRate: 7 }],
  signInBurst: [{ signInBurst: 7 }],
  bulkRate: [{ bulkRate: 7 }],
  bulkBurst: [{ bulkBurst: 7 }],
  testRate: [{ testRate: 7 }],
  testBurst: [{ testBurst: 7 }],
  notifierConcurrency: [{ notifierConcurrency: 7 }],
  checksConcurrency: [{ checksConcurrency: 7 }],
  unusualPingsPerDay: [{ unusualPingsPerDay: 7 }],
  monthlyBudgetUsd: [{ monthlyBudgetUsd: 7 }],
  warmThroughput: [{ warmThroughput: 20_000 }],
  guestMailsPerHour: [{ guestMailsPerHour: 7 }],
  signUpMailsPerHour: [{ signUpMailsPerHour: 7 }],
  holdAlertsUntil: [{ holdAlertsUntil: '2027-03-01T12:30:00Z' }],
};

/** The settings in which two deployments differ. */
function differencesOf(one: Given, other: Given): string[] {
  return awsRows.map(([name]) => name).filter((name) => one[name] !== other[name]);
}

const textOf = (settings: Given) => JSON.stringify(synthesised(settings).template.toJSON());

describe('every setting', () => {
  it('is tried here, but for the two of the command and the one that only refuses others', () => {
    const elsewhere = ['nag', 'buildDir', 'hostedZoneName'];
    const ofStack = awsRows.map(([name]) => name).filter((name) => !elsewhere.includes(name));

    expect(Object.keys(changes).sort()).toEqual(ofStack.sort());
  });

  it.each(Object.entries(changes))(
    '%s makes a template that is sound, and another one',
    (name, [changed, from = {}]) => {
      const { template, resources } = newlySynthesised(changed);

      expect(differencesOf(changed, from)).toEqual([name]);
      expect(faultsOf(template.toJSON())).toEqual([]);
      expect(cycleIn(resources)).toEqual([]);
      expect(JSON.stringify(template.toJSON())).not.toBe(textOf(from));
    },
  );

  it('hostedZoneName stands in no template: domains are held to it at synthesis (settings-from-context.test.ts)', () => {
    expect(textOf(proven)).toBe(textOf({ ...proven, hostedZoneName: 'rollcall.example.com' }));
  });
});
