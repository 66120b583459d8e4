import { CREDENTIAL_HASH_RULE, SERVICE_URL_RULE } from '../../../lib/domain/billing/billing-settings.ts';
import { PAY_TO_RULE } from '../../../lib/domain/billing/x402/pay-to.ts';
import { FREE_RULE, GRATIS_RULE, PRICES_RULE } from '../../../lib/domain/billing/tariff-settings.ts';
import { billingSettingsFor, PAY_TO } from '../../support/money/billing.ts';
import { OPERATOR, REGISTRY_KEY } from '../../support/accounts/operator.ts';
import {
  PROVIDER_NAME_RULE,
  PROVIDER_URL_RULE,
  REGISTRY_KEY_RULE,
  SECURITY_CONTACT_RULE,
} from '../../../lib/domain/statistics/operator/operator-settings.ts';
import { describe, expect, it } from 'vitest';
import { settingsFrom as settingsAt } from '../../../lib/stack/settings-from-context.ts';
import { defaultSettings, awsRows } from '../../../lib/config/settings/all-settings.ts';

/** At noon of 2027-03-01. */
const settingsFrom = (context: Readonly<Record<string, unknown>>) =>
  settingsAt(context, Date.UTC(2027, 2, 1, 12));

const certificate = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/0b1c-2d3e`;
const ARN = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Service-Ab12Cd';
const zone = { hostedZoneId: 'Z0123456789ABCDEFGHIJ', hostedZoneName: 'example.com' };

const GUARDED: ReadonlySet<string> = new Set(
  awsRows.flatMap(([name, { isGuarded }]) => (isGuarded ? [name] : [])),
);

describe('settingsFrom', () => {
  it('requires nothing', () => {
    expect(settingsFrom({})).toEqual(defaultSettings);
    expect(defaultSettings).toMatchObject({
      cdn: true,
      removal: 'retain',
      secretsVersion: 1,
      ingestRate: 2000,
    });
  });

  it('takes an empty value for an absent one', () => {
    const nothing = Object.fromEntries(awsRows.map(([name]) => [name, '']));

    expect(settingsFrom(nothing)).toEqual(defaultSettings);
  });

  it('reads every setting, as the command line gives it and as a file does', () => {
    const given = {
      stage: 'prod-eu-2',
      cdn: true,
      mailFrom: 'alerts@example.com',
      mailIdentity: 'example.com',
      alarmEmail: 'ops@example.com',
      ...billingSettingsFor('live', { facilitatorSecretArn: ARN }),
      payNetwork: 'base-sepolia',
      homologCredentialSha256: 'a'.repeat(64),
      prices: 'extra_endpoint=0.25',
      freeAllowance: 'max_endpoints=3',
      gratis: 'email_alert',
      signUp: 'example.com, example.org',
      admins: 'ana@example.com,ben@example.org',
      guests: 'off',
      allowance: 'unlimited',
      publicPages: 'on',
      ...OPERATOR,
      operatorTokenSecretArn: ARN,
      issuer: 'https://id.example.com/realms/one',
      issuerClientId: 'rollcall',
      issuerClientSecretArn: ARN,
      issuerAcr: 'gold silver',
      issuerAmr: 'mfa hwk',
      nag: true,
      buildDir: 'build',
      domainName: 'rollcall.example.com',
      certificateArn: certificate('us-east-1'),
      ingestDomain: 'in.example.com',
      ingestCertificateArn: certificate('eu-west-1'),
      pingFront: 'alb',
      ...zone,
      priceClass: '200',
      webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/front/0b1c-2d3e',
      tableName: 'Rollcall-Table.2',
      serviceSecretArn: ARN,
      secretsVersion: 2,
      removal: 'retain',
      terminationProtection: false,
      standardRate: 10,
      standardBurst: 20,
      ingestRate: 30,
      ingestBurst: 40,
      intakeRate: 50,
      intakeBurst: 60,
      guestRate: 1,
      guestBurst: 2,
      signInRate: 10,
      signInBurst: 40,
      bulkRate: 5,
      bulkBurst: 6,
      testRate: 3,
      testBurst: 4,
      unusualPingsPerDay: 9_000_000,
      monthlyBudgetUsd: 50,
      notifierConcurrency: 50,
      checksConcurrency: 16,
      guestMailsPerHour: 7,
      signUpMailsPerHour: 8,
      holdAlertsUntil: '2027-03-01T13:00:00.000Z',
      heartbeatUrl: 'https://other.example.com/in/abc',
      awsEventsKeySecretArn: 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:events-AbCdEf',
      awsNames: 'states-*',
      awsAccounts: '444455556666=prod',
      awsOrgId: 'o-a1b2c3d4e5',
      awsChannels: 'arn:aws:sns:eu-central-1:111122223333:alerts=ops@example.com',
      smsOwners: 'ops@example.com',
      apiKeySecretArn: ARN,
    };
    const asText = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));

    expect(settingsFrom(given)).toEqual(given);
    expect(settingsFrom(asText)).toEqual(given);
    const { ingestOrigin } = settingsFrom({ ingestOrigin: 'https://in.example.com:8443' });
    expect(ingestOrigin).toBe('https://in.example.com:8443');
    expect(settingsFrom({ warmThroughput: '20000' })).toMatchObject({ warmThroughput: 20_000 });
    // Whatever is added to the table is added here.
    expect([...Object.keys(given), 'ingestOrigin', 'warmThroughput'].sort()).toEqual(
      awsRows.map(([name]) => name).sort(),
    );
  });

  it('takes certificates of its own region without CloudFront, and a zone in the place of certificates', () => {
    const regional = { domainName: 'x.example.com', certificateArn: certificate('eu-west-1'), cdn: 'false' };
    const proven = { domainName: 'example.com', ingestDomain: 'in.example.com', ...zone };

    expect(settingsFrom(regional)).toEqual({ ...defaultSettings, ...regional, cdn: false });
    expect(settingsFrom(proven)).toEqual({ ...defaultSettings, ...proven });
  });

  it('takes a hold that is over, as cdk.context.json may keep it', () => {
    const holdAlertsUntil = '2026-03-01T12:00:00Z';

    expect(settingsFrom({ holdAlertsUntil })).toEqual({ ...defaultSettings, holdAlertsUntil });
  });

  it('takes -c nag=1, as most switches are turned on', () => {
    expect(settingsFrom({ nag: '1' }).nag).toBe(true);
    expect(settingsFrom({ nag: 0 }).nag).toBe(false);
  });

  it('lets the notes of CDK itself pass', () => {
    const notes = {
      'aws:cdk:bundling-stacks': ['**'],
      '@aws-cdk/core:failSynthOnValidationErrors': false,
      'vpc-provider:account=111122223333:filter.isDefault=true:region=eu-west-1': {},
      'cli-telemetry': false,
      'acknowledged-issue-numbers': [34892],
      'cdk-migrate': true,
    };

    expect(settingsFrom(notes)).toEqual(defaultSettings);
  });
});

const ORIGIN_RULE =
  'https:// and a host name in lower case, with a port from 1 to 65535 or without one, without a path';

describe('a value that breaks its rule', () => {
  it.each([
    [
      'mailFrom',
      'Alerts <a@example.com>',
      'an e-mail address such as alerts@example.com, its domain in lower case',
    ],
    [
      'mailFrom',
      'alerts@Example.com',
      'an e-mail address such as alerts@example.com, its domain in lower case',
    ],
    ['mailIdentity', 'x/y', 'a verified SES domain or address, the domain in lower case'],
    ['mailIdentity', '*', 'a verified SES domain or address, the domain in lower case'],
    ['alarmEmail', 'ops', 'an e-mail address'],
    ['signUp', 'domains', 'open, closed, or e-mail domains such as example.com,example.org'],
    ['signUp', 'example.com,', 'open, closed, or e-mail domains such as example.com,example.org'],
    ['signUp', ['example.com'], 'open, closed, or e-mail domains such as example.com,example.org'],
    ['admins', 'ana', 'e-mail addresses such as ana@example.com,ben@example.com'],
    ['admins', 'a@example.com;b@example.com', 'e-mail addresses such as ana@example.com,ben@example.com'],
    ['issuer', 'http://id.example.com', 'an https URL without query, as the issuer writes itself'],
    ['issuerClientId', 'a b', 'a client id, without blanks'],
    [
      'issuerClientSecretArn',
      'secret',
      'the whole ARN of a Secrets Manager secret, its last six characters included',
    ],
    ['issuerAmr', 'mfa  hwk', 'one or several values without blanks, with one blank between them'],
    ['guests', 'no', 'on or off'],
    ['allowance', 'none', 'spec or unlimited'],
    ['publicPages', true, 'on or off'],
    ['providerName', 'Example [Systems]', PROVIDER_NAME_RULE],
    ['providerName', 'two\nlines', PROVIDER_NAME_RULE],
    ['providerUrl', 'example.com', PROVIDER_URL_RULE],
    ['providerUrl', 'https://example.com/"x"', PROVIDER_URL_RULE],
    ['securityContact', 'security@example.com', SECURITY_CONTACT_RULE],
    ['securityContact', 'http://example.com/security', SECURITY_CONTACT_RULE],
    ['securityContact', 'mailto:a@example.com\nExpires: 2030-01-01T00:00:00Z', SECURITY_CONTACT_RULE],
    ['mcpRegistryKey', 'v=MCPv1; k=ed25519; p=short', REGISTRY_KEY_RULE],
    ['mcpRegistryKey', REGISTRY_KEY.replace('ed25519', 'ecdsap384'), REGISTRY_KEY_RULE],
    ['mcpRegistryKey', REGISTRY_KEY.replace('; k', ';k'), REGISTRY_KEY_RULE],
    ['alarmEmail', ['ops@example.com'], 'an e-mail address'],
    ['heartbeatUrl', 'http://other.example.com/in/abc', SERVICE_URL_RULE],
    ['heartbeatUrl', 'https://user:secret@other.example.com/in/abc', SERVICE_URL_RULE],
    ['domainName', 'https://x.example', 'a host name in lower case such as rollcall.example.com'],
    ['domainName', 'x-.example.com', 'a host name in lower case such as rollcall.example.com'],
    ['domainName', '1.2.3.4', 'a host name in lower case such as rollcall.example.com'],
    ['domainName', `${'x'.repeat(64)}.example.com`, 'a host name in lower case such as rollcall.example.com'],
    ['domainName', 'Rollcall.example.com', 'a host name in lower case such as rollcall.example.com'],
    ['priceClass', '300', '100, 200 or all'],
    [
      'webAclArn',
      'arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/front/0b1c-2d3e',
      'the ARN of a web ACL for CloudFront, which is in us-east-1 (`global/webacl/…`)',
    ],
    ['ingestDomain', 'in', 'a host name in lower case such as in.example.com'],
    ['certificateArn', 'arn:aws:iam::1:certificate/x', 'the ARN of an ACM certificate'],
    ['ingestCertificateArn', 'none', 'the ARN of an ACM certificate'],
    ['hostedZoneId', '/hostedzone/Z1', 'the id of a Route 53 hosted zone such as Z0123456789ABCDEFGHIJ'],
    ['hostedZoneName', 'example.com.', 'a host name in lower case such as example.com'],
    ['ingestOrigin', 'http://in.example.com', ORIGIN_RULE],
    ['ingestOrigin', 'https://in.example.com/', ORIGIN_RULE],
    ['ingestOrigin', 'https://in.example.com:99999', ORIGIN_RULE],
    ['ingestOrigin', 'https://in.example.com:0', ORIGIN_RULE],
    ['tableName', 'my table', 'the name of a DynamoDB table'],
    [
      'serviceSecretArn',
      'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Service',
      'the whole ARN of a Secrets Manager secret, its last six characters included',
    ],
    ['secretsVersion', 0, 'a whole number from 1 to 1000000'],
    ['secretsVersion', '1.5', 'a whole number from 1 to 1000000'],
    ['secretsVersion', true, 'a whole number from 1 to 1000000'],
    ['notifierConcurrency', '1', 'a whole number from 2 to 1000, as Lambda has it'],
    ['checksConcurrency', 1001, 'a whole number from 2 to 1000, as Lambda has it'],
    ['checksConcurrency', 'all', 'a whole number from 2 to 1000, as Lambda has it'],
    ['billingMode', 'free', 'dev or homolog or live'],
    ['payNetwork', 'ethereum', 'base or base-sepolia'],
    ['payTo', PAY_TO.slice(0, -1), PAY_TO_RULE],
    ['payTo', `0x${'0'.repeat(40)}`, PAY_TO_RULE],
    ['facilitatorUrl', 'http://facilitator.example.com', SERVICE_URL_RULE],
    ['facilitatorUrl', 'https://user:secret@facilitator.example.com', SERVICE_URL_RULE],
    [
      'facilitatorSecretArn',
      '{"id":"a","privateKey":"b"}',
      'the whole ARN of a Secrets Manager secret, its last six characters included',
    ],
    ['rpcUrl', 'rpc.example.com', SERVICE_URL_RULE],
    ['homologCredentialSha256', 'the credential itself', CREDENTIAL_HASH_RULE],
    ['prices', 'extra_endpoint=free', PRICES_RULE],
    ['prices', 'extra_endpoint=0.0001', PRICES_RULE],
    ['freeAllowance', 'max_endpoints=-1', FREE_RULE],
    ['gratis', 'everything', GRATIS_RULE],
    ['holdAlertsUntil', '2027-03-01T12:30:00', 'an instant in UTC such as 2027-01-31T06:30:00Z'],
    ['holdAlertsUntil', '2027-03-01T13:30:00+01:00', 'an instant in UTC such as 2027-01-31T06:30:00Z'],
    ['holdAlertsUntil', '30', 'an instant in UTC such as 2027-01-31T06:30:00Z'],
    ['removal', true, 'retain or destroy'],
    ['cdn', 'no', 'true or false'],
    ['cdn', null, 'true or false'],
    ['terminationProtection', 2, 'true or false'],
    ['nag', 'on', 'true or false'],
    ['buildDir', 7, 'the path of a folder'],
    ['ingestRate', '0', 'a whole number from 1 to 1000000'],
    ['guestBurst', '2.5', 'a whole number from 1 to 1000000'],
    ['guestBurst', '1e3', 'a whole number from 1 to 1000000'],
    ['ingestRate', Number.MAX_SAFE_INTEGER, 'a whole number from 1 to 1000000'],
    ['standardRate', 'many', 'a whole number from 1 to 1000000'],
  ])('%s: %j is refused in one plain sentence', (name, value, rule) => {
    // What may hold a secret is not repeated.
    const got = GUARDED.has(name) ? '' : `, not ${JSON.stringify(value)}`;
    const sentence = `${name} must be ${rule}${got}.`;
    expect(() => settingsFrom({ [name]: value })).toThrow(new Error(sentence));
  });

  it.each(['mail:From', 'cdk-stage', 'stage/x', 'Stage'])('%s is no setting and no note of CDK', (name) => {
    expect(() => settingsFrom({ [name]: 'x' })).toThrow(`${name} is not a setting`);
  });

  it.each(['Prod', '2nd', 'a_b', 'a--b', 'a-', '-a', 'a'.repeat(21), 'certificate', 'prod-certificates', 7])(
    'stage: %j is refused',
    (stage) => {
      const rule =
        'stage must be up to 20 lower-case letters, digits and single dashes, the first a letter, and not a certificate’s name';
      expect(() => settingsFrom({ stage })).toThrow(new Error(`${rule}, not ${JSON.stringify(stage)}.`));
    },
  );
});

describe('a name that is no setting', () => {
  it.each(['alarmemail', 'ingestRates', 'toString', 'throttles', 'cdk'])('%s is refused', (name) => {
    expect(() => settingsFrom({ [name]: 'x' })).toThrow(
      new Error(`${name} is not a setting: docs/deploy.md lists them, and case matters.`),
    );
  });
});

describe('settings that contradict each other', () => {
  it.each([
    [
      { billingMode: 'live', payTo: PAY_TO },
      'billingMode live needs payTo, facilitatorUrl, rpcUrl: not set are facilitatorUrl, rpcUrl.',
    ],
    [
      { payNetwork: 'base' },
      'billingMode dev is not for payNetwork base, where money is real: use base-sepolia, or live.',
    ],
    [
      { facilitatorSecretArn: ARN },
      'facilitatorSecretArn is for billingMode live alone, where a facilitator is asked; it is dev.',
    ],
    [
      {
        ...billingSettingsFor('live', {
          facilitatorSecretArn: ARN,
        }),
        facilitatorUrl: undefined,
      },
      'billingMode live needs payTo, facilitatorUrl, rpcUrl: not set is facilitatorUrl.',
    ],
    [
      { providerUrl: 'https://example.com' },
      'providerUrl is set without providerName: say whose address it is.',
    ],
    [
      { mailIdentity: 'example.com' },
      'mailIdentity is set without mailFrom: say which address the mails come from.',
    ],
    [
      { contactTo: 'team@example.com' },
      'contactTo is set without mailFrom: say which address the mails come from.',
    ],
    [
      { contactTo: 'team@example.com', mailFrom: 'alerts@example.com' },
      'contactTo is set with publicPages off, where nobody can write: set publicPages=on, or leave it out.',
    ],
    [
      { mailFrom: 'alerts@example.com', mailIdentity: 'other.org' },
      'mailIdentity must be mailFrom or a domain that it lies under, not "other.org".',
    ],
    [
      { mailFrom: 'alerts@example.com', mailIdentity: 'ops@example.com' },
      'mailIdentity must be mailFrom or a domain that it lies under, not "ops@example.com".',
    ],
    [
      { terminationProtection: true, removal: 'destroy' },
      'terminationProtection=true and removal=destroy contradict each other: leave one of them out.',
    ],
    [{ domainName: 'x.example.com' }, 'domainName needs certificateArn, or hostedZoneId and hostedZoneName.'],
    [{ certificateArn: certificate('us-east-1') }, 'certificateArn is set without domainName.'],
    [
      { domainName: 'x.example.com', certificateArn: certificate('eu-west-1') },
      `certificateArn must be the ARN of a certificate in us-east-1, not "${certificate('eu-west-1')}".`,
    ],
    [
      { ingestDomain: 'in.example.com' },
      'ingestDomain needs ingestCertificateArn, or hostedZoneId and hostedZoneName.',
    ],
    [{ ingestCertificateArn: certificate('eu-west-1') }, 'ingestCertificateArn is set without ingestDomain.'],
    [
      { hostedZoneId: zone.hostedZoneId },
      'hostedZoneId and hostedZoneName belong together: set both or neither.',
    ],
    [{ hostedZoneName: 'x.io' }, 'hostedZoneId and hostedZoneName belong together: set both or neither.'],
    [zone, 'hostedZoneId is set without domainName or ingestDomain.'],
    [
      { ...zone, domainName: 'badexample.com' },
      'domainName must lie in the zone example.com, not "badexample.com".',
    ],
    [{ ...zone, ingestDomain: 'in.x.io' }, 'ingestDomain must lie in the zone example.com, not "in.x.io".'],
    [
      { ...zone, domainName: 'a.example.com', ingestDomain: 'a.example.com' },
      'domainName and ingestDomain must be two names, not both "a.example.com".',
    ],
    [
      { ...zone, ingestDomain: 'in.example.com', ingestOrigin: 'https://front.example.com' },
      'ingestDomain and ingestOrigin both say where jobs ping: set one of them.',
    ],
    [
      { holdAlertsUntil: '2027-03-01T13:00:01Z' },
      'holdAlertsUntil must be at most an hour from now, 2027-03-01T12:00:00.000Z, not "2027-03-01T13:00:01Z".',
    ],
    [{ issuer: 'https://a.b' }, 'issuer and issuerClientId belong together: set both or neither.'],
    [
      { issuer: 'https://a.b', issuerClientId: 'a' },
      'issuer and issuerClientSecretArn belong together: set both or neither.',
    ],
    [{ issuerAcr: 'gold' }, 'issuerAcr is set without issuer.'],
    [
      { guests: 'off', signUp: 'closed' },
      'guests=off and signUp=closed leave nobody who could begin: set admins to the addresses that may sign in.',
    ],
    [
      { cdn: 'false', webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/front/0b1c-2d3e' },
      'webAclArn is set with cdn=false: there is no distribution that it could stand before.',
    ],
    [{ tableName: 'Old' }, 'tableName and serviceSecretArn belong together: set both or neither.'],
    [{ serviceSecretArn: ARN }, 'tableName and serviceSecretArn belong together: set both or neither.'],
    [
      { tableName: 'Old', serviceSecretArn: ARN, removal: 'destroy' },
      'removal=destroy has nothing to delete where tableName names an existing table: leave one of them out.',
    ],
    [
      { pingFront: 'alb' },
      'pingFront=alb needs ingestDomain: a load balancer has no certificate for a name of its own.',
    ],
    [
      { tableName: 'Old', serviceSecretArn: ARN, warmThroughput: '20000' },
      'warmThroughput has nothing to warm where tableName names an existing table: leave one of them out, and warm that table by hand.',
    ],
  ])('%j', (context, sentence) => {
    expect(() => settingsFrom(context)).toThrow(new Error(sentence));
  });
});
