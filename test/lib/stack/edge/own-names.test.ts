import { Annotations, Match } from 'aws-cdk-lib/assertions';
import type { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { cycleIn, faultsOf } from '../../../support/stack/template-faults.ts';
import {
  environmentOf,
  ofType,
  propertiesOf,
  readable,
  synthesised,
  type Synthesised,
} from '../../../support/stack/synthesised.ts';

const arnIn = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/0b1c2d3e`;
const zone = { hostedZoneId: 'Z0123456789ABCDEFGHIJ', hostedZoneName: 'example.com' };
const ingestDomain = 'in.example.com';
const domainName = 'rollcall.example.com';

const outputsOf = ({ template }: Synthesised) =>
  Object.fromEntries(
    Object.entries(template.toJSON()['Outputs'] as Record<string, { Value: unknown }>).map(
      ([name, { Value }]) => [name, readable(Value)],
    ),
  );

/** Each region that a deployment must be in, with the sentence that refuses any other. */
function regionsDemanded({ template }: Synthesised) {
  const rules = (template.toJSON()['Rules'] ?? {}) as Record<string, { Assertions: Assertion[] }>;
  return Object.entries(rules)
    .filter(([id]) => id !== 'CheckBootstrapVersion')
    .flatMap(([, { Assertions }]) => Assertions)
    .map(({ Assert, AssertDescription }) => [readable(Assert['Fn::Equals'][0]), Assert['Fn::Equals'][1], AssertDescription]);
} // prettier-ignore

interface Assertion {
  Assert: { 'Fn::Equals': [unknown, string] };
  AssertDescription: string;
}

/** Names of DNS records, each with its type and what it leads to. */
const recordsOf = (stack: Synthesised) =>
  ofType(stack, 'AWS::Route53::RecordSet').map(([, { Properties }]) => {
    const { DNSName } = Properties['AliasTarget'] as { DNSName: unknown };
    return `${String(Properties['Type'])} ${String(Properties['Name'])} ${readable(DNSName)}`;
  });

describe('a domain for pings', () => {
  const stack = synthesised({ ingestDomain, ingestCertificateArn: arnIn('eu-west-1') });

  it('leads to the API itself, over TLS 1.2 and both versions of IP', () => {
    expect(propertiesOf(stack, 'AWS::ApiGatewayV2::DomainName')).toMatchObject({
      DomainName: ingestDomain,
      DomainNameConfigurations: [
        { CertificateArn: arnIn('eu-west-1'), EndpointType: 'REGIONAL', IpAddressType: 'dualstack' },
      ],
    });
    const [[, mapping] = []] = ofType(stack, 'AWS::ApiGatewayV2::ApiMapping');
    const { ApiId, DomainName, ...rest } = mapping?.Properties ?? {};
    expect([readable(ApiId), readable(DomainName), rest]).toEqual([
      'HttpApi', 'IngestDomain', { Stage: '$default' },
    ]); // prettier-ignore
    expect(mapping?.DependsOn?.map((Ref) => readable({ Ref }))).toEqual(['HttpApiStage']);
  });

  it('is what every function and the owner are told, and what a record must point to', () => {
    for (const area of ['ingest', 'monitors', 'notifier'] as const)
      expect(environmentOf(stack, area)['INGEST_ORIGIN']).toBe('https://in.example.com');
    expect(environmentOf(stack, 'canary')['PING_NAMES']).toMatch(/^https:\/\/in\.example\.com /);
    expect(outputsOf(stack)).toMatchObject({
      IngestOrigin: 'https://in.example.com',
      IngestDomainTarget: 'IngestDomain.RegionalDomainName',
    });
  });

  it('is deployed in the region of its certificate only, as API Gateway demands', () => {
    expect(regionsDemanded(stack)).toEqual([
      ['<Region>', 'eu-west-1', "ingestCertificateArn is in eu-west-1, not in the stack's region."],
    ]);
  });

  it('leaves its records to the owner where no zone is known', () => {
    expect(recordsOf(stack)).toEqual([]);
  });
});

describe('a zone', () => {
  const stack = synthesised({ ...zone, domainName, ingestDomain });

  it('has both names proven and led to where they belong, over both versions of IP', () => {
    const proven = ofType(stack, 'AWS::CertificateManager::Certificate').map(([, { Properties }]) => [
      Properties['DomainName'], Properties['ValidationMethod'], Properties['DomainValidationOptions'],
    ]); // prettier-ignore
    const inZone = (DomainName: string) => [{ DomainName, HostedZoneId: zone.hostedZoneId }];
    expect(proven).toEqual([
      [domainName, 'DNS', inZone(domainName)],
      [ingestDomain, 'DNS', inZone(ingestDomain)],
    ]);
    expect(recordsOf(stack).sort()).toEqual([
      'A in.example.com. IngestDomain.RegionalDomainName',
      'A rollcall.example.com. EdgeDistribution.DomainName',
      'AAAA in.example.com. IngestDomain.RegionalDomainName',
      'AAAA rollcall.example.com. EdgeDistribution.DomainName',
    ]);
  });

  it('is enough for CloudFront in us-east-1 only, since a certificate is made where the stack is', () => {
    expect(regionsDemanded(stack)).toEqual([
      [
        '<Region>',
        'us-east-1',
        'CloudFront takes certificates of us-east-1 only: deploy there, or set certificateArn to one of rollcall.example.com made there.',
      ],
    ]);
    const elsewhere = synthesised({ ...zone, domainName, ingestDomain, certificateArn: arnIn('us-east-1') });
    expect(regionsDemanded(elsewhere)).toEqual([]);
    expect(ofType(elsewhere, 'AWS::CertificateManager::Certificate')).toHaveLength(1);
  });

  it('may be the name itself', () => {
    const apex = synthesised({ ...zone, ingestDomain: 'example.com' });

    expect(recordsOf(apex).map((record) => record.split(' ', 2))).toEqual([
      ['A', 'example.com.'],
      ['AAAA', 'example.com.'],
    ]);
  });
});

describe('without CloudFront', () => {
  it('the public name leads to the API itself, and jobs ping it too', () => {
    const stack = synthesised({ cdn: false, domainName, certificateArn: arnIn('eu-west-1') });

    expect(ofType(stack, 'AWS::CloudFront::Distribution')).toEqual([]);
    expect(propertiesOf(stack, 'AWS::ApiGatewayV2::DomainName')['DomainName']).toBe(domainName);
    expect(regionsDemanded(stack)).toEqual([
      ['<Region>', 'eu-west-1', "certificateArn is in eu-west-1, not in the stack's region."],
    ]);
    expect(outputsOf(stack)).toMatchObject({
      Url: 'https://rollcall.example.com',
      IngestOrigin: 'https://rollcall.example.com',
      PingUrlsLast: 'as long as rollcall.example.com is yours',
      PublicDomainTarget: 'PublicDomain.RegionalDomainName',
    });
  });

  it('a zone is enough in every region, for both names', () => {
    const stack = synthesised({ cdn: false, ...zone, domainName, ingestDomain });

    expect(regionsDemanded(stack)).toEqual([]);
    expect(recordsOf(stack).sort()).toEqual([
      'A in.example.com. IngestDomain.RegionalDomainName',
      'A rollcall.example.com. PublicDomain.RegionalDomainName',
      'AAAA in.example.com. IngestDomain.RegionalDomainName',
      'AAAA rollcall.example.com. PublicDomain.RegionalDomainName',
    ]);
    expect(outputsOf(stack)['IngestOrigin']).toBe('https://in.example.com');
  });
});

describe('a template with names', () => {
  it.each([
    ['of a zone', { ...zone, domainName, ingestDomain }],
    ['with certificates', {
      domainName, ingestDomain, certificateArn: arnIn('us-east-1'), ingestCertificateArn: arnIn('eu-west-1'),
    }],
    ['for pings only', { ...zone, ingestDomain }],
    ['without CloudFront', { cdn: false, ...zone, domainName, ingestDomain }],
  ])('%s is one that CloudFormation accepts', (_what, settings) => {
    const stack = synthesised(settings);

    expect(faultsOf(stack.template.toJSON())).toEqual([]);
    expect(cycleIn(stack.resources)).toEqual([]);
  }); // prettier-ignore
});

describe('the name that crontabs hold', () => {
  const warnings = ({ app }: Synthesised) =>
    Annotations.fromStack(app.node.findChild('Rollcall') as Stack)
      .findWarning('*', Match.stringLikeRegexp('crontab'))
      .map(({ entry }) => String(entry.data));

  it('is warned of at synthesis and told by an output, when it is the API’s own', () => {
    const stack = synthesised();

    expect(warnings(stack)).toEqual([
      "Jobs will ping the HTTP API's own host, which ends with the stack and will stand in every crontab: set ingestDomain before jobs are set up (docs/deploy.md). [ack: rollcall:jobs-ping-the-api]",
    ]);
    expect(outputsOf(stack)['PingUrlsLast']).toBe(
      'as long as this API: set ingestDomain before jobs are set up',
    );
  });

  it.each([
    ['ingestDomain', { ...zone, ingestDomain }, 'in.example.com'],
    ['ingestOrigin', { ingestOrigin: 'https://front.example.com' }, 'front.example.com'],
  ])('lasts with %s', (_what, settings, host) => {
    const stack = synthesised(settings);

    expect(warnings(stack)).toEqual([]);
    expect(outputsOf(stack)['PingUrlsLast']).toBe(`as long as ${host} is yours`);
  });
});
