import { beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../released/deployments.ts';
import { ofType, synthesised, type Resource, type Synthesised } from '../../support/stack/synthesised.ts';
import { referencesIn } from '../../support/stack/template-faults.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised({ mailFrom: 'alerts@example.com' });
});

/** The logical ids that a resource waits for, by whatever way. */
function waitsFor(id: string, resources: Record<string, Resource>): Set<string> {
  const found = new Set<string>();
  const look = (at: string) => {
    for (const next of referencesIn(resources[at]).filter((one) => one in resources)) {
      if (found.has(next)) continue;
      found.add(next);
      look(next);
    }
  };
  look(id);
  return found;
}

/** The resources that CDK's functions put files by, and the one by which they are taken away again. */
const [PUTS, EMPTIES] = ['Custom::CDKBucketDeployment', 'Custom::S3AutoDeleteObjects'];

const retained = ({ resources }: Synthesised) =>
  Object.entries(resources).filter(([, { DeletionPolicy: policy = 'Delete' }]) =>
    policy.startsWith('Retain'),
  );

describe('a first deployment that fails', () => {
  it('retains nothing that it made itself', () => {
    expect(retained(stack).map(([, { Type, DeletionPolicy }]) => `${Type} ${DeletionPolicy}`)).toEqual([
      'AWS::DynamoDB::GlobalTable RetainExceptOnCreate',
      'AWS::SecretsManager::Secret RetainExceptOnCreate',
      'AWS::Cognito::UserPool RetainExceptOnCreate',
      'AWS::Cognito::UserPoolClient RetainExceptOnCreate',
      'AWS::Cognito::UserPoolDomain RetainExceptOnCreate',
      'AWS::Cognito::ManagedLoginBranding RetainExceptOnCreate',
    ]);
  });

  it('has nothing protected that its rollback must delete', () => {
    for (const [, { Properties }] of ofType(stack, 'AWS::DynamoDB::GlobalTable')) {
      expect(JSON.stringify(Properties)).toContain('"DeletionProtectionEnabled":false');
    }
    for (const [, { Properties }] of ofType(stack, 'AWS::Cognito::UserPool')) {
      expect(Properties['DeletionProtection']).toBe('INACTIVE');
    }
  });

  it('has not begun what is retained when the account may not use CloudFront', () => {
    const [[distribution = ''] = []] = ofType(stack, 'AWS::CloudFront::Distribution');

    expect(distribution).not.toBe('');
    for (const [id] of retained(stack)) expect(waitsFor(id, stack.resources), id).toContain(distribution);
  });

  it('has not begun it either when a certificate, a name or a DNS record is refused', () => {
    const named = synthesised({
      domainName: 'rollcall.example.com',
      ingestDomain: 'in.example.com',
      hostedZoneId: 'Z0123456789ABCDEFGHIJ',
      hostedZoneName: 'example.com',
    });
    const refusable = ['CertificateManager::Certificate', 'ApiGatewayV2::DomainName', 'Route53::RecordSet']
      .flatMap((type) => ofType(named, `AWS::${type}`))
      .map(([id]) => id);

    expect(refusable).toHaveLength(2 + 1 + 4);
    for (const [id] of retained(named))
      expect([...waitsFor(id, named.resources)], id).toEqual(expect.arrayContaining(refusable));
  });

  it.each(Object.entries(deployments))(
    'puts no file before what empties the bucket is there: %s',
    (_, settings) => {
      const made = synthesised(settings);
      const [[empties] = []] = ofType(made, EMPTIES);

      expect(ofType(made, PUTS)).toHaveLength(settings.cdn === false ? 0 : 2);
      for (const [put] of ofType(made, PUTS))
        expect([...waitsFor(put, made.resources)], put).toContain(empties);
    },
  );
});
