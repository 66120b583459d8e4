import { beforeAll, describe, expect, it } from 'vitest';
import { everySignal } from '../../../../lib/contract/monitors/every-signal.ts';
import { gatewayRoutes } from '../../../../lib/contract/routes.ts';
import {
  ofType,
  propertiesOf,
  readable,
  synthesised,
  type Synthesised,
} from '../../../support/stack/synthesised.ts';

const named = {
  ingestDomain: 'in.example.com',
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  hostedZoneName: 'example.com',
};

let stack: Synthesised;
let plain: Synthesised;
beforeAll(() => {
  stack = synthesised({ ...named, pingFront: 'alb' });
  plain = synthesised(named);
});

const EC2 = /^AWS::(?:EC2|ElasticLoadBalancingV2)::/;
const typesOf = ({ resources }: Synthesised) => Object.values(resources).map(({ Type }) => Type);

describe('a load balancer before ingest and intake', () => {
  it('is none, and no network, unless it is chosen', () => {
    expect(typesOf(plain).filter((type) => EC2.test(type))).toEqual([]);
  });

  it('changes and removes nothing of a deployment that had none, but where the name leads', () => {
    const changed = Object.entries(plain.resources).filter(
      ([id, { Type, Properties }]) =>
        Type !== 'AWS::CloudWatch::Dashboard' &&
        JSON.stringify(stack.resources[id]?.Properties) !== JSON.stringify(Properties),
    );

    expect(changed.map(([, { Type }]) => Type)).toEqual([
      'AWS::Route53::RecordSet',
      'AWS::Route53::RecordSet',
    ]);
  });

  it('takes HTTPS alone, with the certificate of the name, at TLS 1.2 or newer, over IPv4 and IPv6', () => {
    expect(propertiesOf(stack, 'AWS::ElasticLoadBalancingV2::Listener')).toMatchObject({
      Port: 443,
      Protocol: 'HTTPS',
      SslPolicy: 'ELBSecurityPolicy-TLS13-1-2-2021-06',
      Certificates: [{ CertificateArn: { Ref: expect.stringMatching(/^NamesIngestCertificate/) } }],
      DefaultActions: [{ Type: 'fixed-response', FixedResponseConfig: { StatusCode: '404' } }],
    });
    expect(propertiesOf(stack, 'AWS::ElasticLoadBalancingV2::LoadBalancer')).toMatchObject({
      IpAddressType: 'dualstack',
      Scheme: 'internet-facing',
    });
    const open = propertiesOf(stack, 'AWS::EC2::SecurityGroup')['SecurityGroupIngress'];
    expect((open as { CidrIp?: string; CidrIpv6?: string; FromPort: number; ToPort: number }[]).map(
      ({ CidrIp, CidrIpv6, FromPort, ToPort }) => [CidrIp ?? CidrIpv6, FromPort, ToPort],
    )).toEqual([['0.0.0.0/0', 443, 443], ['::/0', 443, 443]]); // prettier-ignore
    expect(typesOf(stack)).not.toContain('AWS::EC2::NatGateway');
  });

  it('leads each path of ingest and intake to its function, with lists of values', () => {
    const led = ofType(stack, 'AWS::ElasticLoadBalancingV2::ListenerRule').map(([, { Properties }]) => {
      const [condition] = Properties['Conditions'] as {
        PathPatternConfig: { Values?: string[]; RegexValues?: string[] };
      }[];
      const [action] = Properties['Actions'] as { TargetGroupArn: { Ref: string } }[];
      const group = stack.resources[action?.TargetGroupArn.Ref ?? '']?.Properties ?? {};
      const [target] = group['Targets'] as { Id: unknown }[];
      expect(group).toMatchObject({
        TargetType: 'lambda',
        TargetGroupAttributes: expect.arrayContaining([
          { Key: 'lambda.multi_value_headers.enabled', Value: 'true' },
        ]),
      });
      const { Values, RegexValues } = condition?.PathPatternConfig ?? {};
      return [readable(target?.Id), Values ?? RegexValues];
    });

    expect(led).toEqual([
      ['ingestFunction', ['/in/*', '/ping/*', '/p/*', '/api/push/*']],
      ['intakeFunction', ['/r/*', '/i/*']],
      ['ingestFunction', ['/*-*-*-*-*']],
      ['ingestFunction', ['^/[0-9a-f]{10}/?$']],
    ]);
    const patterns = led.flatMap(([, values]) => values as string[]);
    const routes = gatewayRoutes().filter(({ area }) => area === everySignal.area || area === 'intake');
    for (const { path } of routes)
      expect(
        patterns.some((pattern) => path.startsWith(pattern.slice(0, -1))),
        path,
      ).toBe(true);
  });

  it('may call the two functions and no other, for this account alone, before a target group names them', () => {
    const permissions = ofType(stack, 'AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties['Principal'] === 'elasticloadbalancing.amazonaws.com',
    );

    expect(permissions.map(([, { Properties }]) => readable(Properties['FunctionName'])).sort()).toEqual([
      'ingestFunction',
      'intakeFunction',
    ]);
    for (const [id, { Properties }] of permissions) {
      expect(Properties).toMatchObject({ SourceAccount: { Ref: 'AWS::AccountId' } });
      expect(readable(Properties['SourceArn'])).toMatch(/:<AccountId>:targetgroup\/\*$/);
      const groups = ofType(stack, 'AWS::ElasticLoadBalancingV2::TargetGroup');
      expect(groups.filter(([, { DependsOn }]) => DependsOn?.includes(id))).toHaveLength(1);
    }
  });

  it('has the name lead to it, and the owner told where', () => {
    const targets = ofType(stack, 'AWS::Route53::RecordSet').map(([, { Properties }]) =>
      readable((Properties['AliasTarget'] as { DNSName: unknown }).DNSName),
    );

    expect(targets).toHaveLength(2);
    for (const target of targets) expect(target).toMatch(/PingBalancer/);
    const { Outputs } = stack.template.toJSON() as { Outputs: Record<string, { Value: unknown }> };
    expect(readable(Outputs['IngestDomainTarget']?.Value)).toMatch(/^PingBalancer\w*\.DNSName$/);
    expect(Outputs['IngestOrigin']?.Value).toBe('https://in.example.com');
  });
});
