import { describe, expect, it } from 'vitest';
import { Template } from 'aws-cdk-lib/assertions';
import { ofType, synthesised } from '../support/stack/synthesised.ts';
import { breaksOf } from './breaks.ts';
import { deployments } from './deployments.ts';
import { permanentOf, type Permanent } from './permanent.ts';
import { lastReleased, routeBreaks, upgradeBreaks } from './released.ts';

describe('an upgrade from the last release', () => {
  // When this fails, an upgrade loses data or an address: change the change. `npm run release-template` is for releases.
  it('replaces, removes and renames nothing that holds data or is an address', () => {
    expect(upgradeBreaks(lastReleased())).toEqual([]);
  });

  it('would be told when a path is served no more', () => {
    const released = { deployments: {}, paths: ['GET /in/{}', 'GET /gone/{}'], routes: [] };

    expect(upgradeBreaks(released)).toEqual(['GET /gone/{} would be gone']);
  });

  it('would be told when a stack gets another name', () => {
    const { deployments: kept } = lastReleased();
    const renamed = Object.entries(kept).map(([name, each]) => [name, { ...each, stackName: 'RollCall' }]);

    const broken = upgradeBreaks({ deployments: Object.fromEntries(renamed), paths: [], routes: [] });

    expect(broken).toContain('default: the stack RollCall would be left alone, and an empty one made');
    expect(broken).toHaveLength(renamed.length);
  });

  it('would be told when the gateway refuses a route beside one of the release, of whatever method', () => {
    const released = { deployments: {}, paths: [], routes: ['PUT /api/endpoints/{id}/gone', '$default'] };

    expect(upgradeBreaks(released)).toContain(
      'the route ANY /api/endpoints/{p3} would be refused beside PUT /api/endpoints/{id}/gone, which names a parameter otherwise',
    );
  });

  it('lets routes come and go that name places alike, and change their methods', () => {
    const released = ['ANY /a', 'ANY /a/{p2}', 'ANY /b/{proxy+}'];

    expect(routeBreaks(released, ['GET /a', 'GET /a/{p2}', 'PUT /a/{p2}/c', 'ANY /b/{proxy+}'])).toEqual([]);
    expect(routeBreaks(released, ['GET /b/{p2}'])).toEqual([
      'the route GET /b/{p2} would be refused beside ANY /b/{proxy+}, which names a parameter otherwise',
    ]);
  });

  it('is held to every route, whatever its method', () => {
    const keys = lastReleased().routes;

    expect(keys).toContain('ANY /in/{proxy+}');
    expect(keys).toContain('POST /api/guest');
    expect(new Set(keys).size).toBeGreaterThan(20);
  });
});

describe('the comparison', () => {
  const stack = synthesised(deployments['certificates']);
  const before = permanentOf(stack.template);
  const idOf = (type: string, name = '') =>
    ofType(stack, type).find(([id]) => id.startsWith(name))?.[0] ?? `no ${type}`;
  const table = idOf('AWS::DynamoDB::GlobalTable');
  const secret = idOf('AWS::SecretsManager::Secret', 'SecretsService');
  const stage = idOf('AWS::ApiGatewayV2::Stage');
  const edge = idOf('AWS::CloudFront::Distribution');
  const topic = idOf('AWS::SNS::Topic');
  const alerts = idOf('AWS::SQS::Queue', 'QueuesAlerts');

  /** The breaks that one change makes. */
  function breaksBy(change: (changed: Permanent) => void): string[] {
    const changed = structuredClone(before);
    change(changed);
    return breaksOf(before, changed);
  }
  const set = (id: string, properties: object) =>
    breaksBy(({ Resources }) => Object.assign(Resources[id]?.Properties ?? {}, properties));

  it('finds a table that keeps what is past its time, or has no backups', () => {
    expect(set(table, { TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true } })).toEqual([
      `${table} (AWS::DynamoDB::GlobalTable) would lose its end of what is past its time by its TimeToLiveSpecification`,
    ]);
    expect(
      breaksBy(({ Resources }) => {
        Object.assign(Resources[table]?.Properties ?? {}, { Replicas: [{ Region: 'eu-west-1' }] });
      }),
    ).toEqual([
      `${table} (AWS::DynamoDB::GlobalTable) would lose its backups by its Replicas.0.PointInTimeRecoverySpecification`,
    ]);
  });

  it('finds nothing where nothing changed', () => {
    expect(breaksOf(before, structuredClone(before))).toEqual([]);
  });

  it('lets what is new come, and what replaces nothing change', () => {
    expect(
      breaksBy(({ Resources, Outputs }) => {
        Resources['Pool'] = { Type: 'AWS::Cognito::UserPool', Properties: {} };
        Outputs['More'] = { Value: 'more' };
        Object.assign(Resources[alerts]?.Properties ?? {}, { VisibilityTimeout: 900 });
        Object.assign(Resources[secret]?.Properties ?? {}, { Description: 'Other words.' });
      }),
    ).toEqual([]);
  });

  it.each([
    ['a key', { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] }, 'KeySchema'],
    ['a name of its own', { TableName: 'rollcall' }, 'TableName'],
  ])('finds a table that %s would replace', (_what, properties, name) => {
    expect(set(table, properties)).toEqual([
      `${table} (AWS::DynamoDB::GlobalTable) would be replaced by its ${name}`,
    ]);
  });

  it('finds an index that is changed, and indexes that CloudFormation cannot add in one update', () => {
    const index = (IndexName: string, ProjectionType = 'KEYS_ONLY') => ({
      IndexName,
      KeySchema: [
        { AttributeName: 'duePk', KeyType: 'HASH' },
        { AttributeName: 'dueAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType },
    });
    const at = `${table} (AWS::DynamoDB::GlobalTable)`;

    expect(set(table, { GlobalSecondaryIndexes: [index('due'), index('one')] })).toEqual([]);
    expect(set(table, { GlobalSecondaryIndexes: [index('due', 'ALL')] })).toEqual([
      `${at} would lose or replace its index due`,
    ]);
    expect(set(table, { GlobalSecondaryIndexes: [index('due'), index('one'), index('two')] })).toEqual([
      `${at} would get several indexes in one update`,
    ]);
  });

  it('finds a secret that would be generated anew, though CloudFormation changes it in place', () => {
    expect(set(secret, { GenerateSecretString: { PasswordLength: 65 } })).toEqual([
      `${secret} (AWS::SecretsManager::Secret) would lose its value by its GenerateSecretString`,
    ]);
  });

  it('lets a secret that goes with the stack, the mark of the edge, be made anew', () => {
    const secrets = ofType(stack, 'AWS::SecretsManager::Secret').map(([id]) => id);

    expect(secrets.length).toBe(2);
    expect(secrets.filter((id) => id in before.Resources)).toEqual([secret]);
  });

  it('lets a bucket that goes with the stack be made anew, the files of the console, and no other', () => {
    const [[bucket = ''] = []] = ofType(stack, 'AWS::S3::Bucket');
    const kept = Template.fromJSON({
      Resources: { [bucket]: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Retain', Properties: {} } },
    });

    expect(bucket).not.toBe('');
    expect(bucket in before.Resources).toBe(false);
    expect(Object.keys(permanentOf(kept).Resources)).toEqual([bucket]);
  });

  it('finds what was kept when the stack goes, and would go with it', () => {
    expect(breaksBy(({ Resources }) => Object.assign(Resources[table] ?? {}, { DeletionPolicy: 'Delete' }))).toEqual([
      `${table} (AWS::DynamoDB::GlobalTable) would be deleted with the stack`,
    ]); // prettier-ignore
  });

  it('finds a renamed logical id: another resource, and what refers to it', () => {
    expect(
      breaksBy(({ Resources }) => {
        Resources['OtherTopic'] = Resources[topic] ?? { Type: '', Properties: {} };
        delete Resources[topic];
      }),
    ).toEqual([`${topic} (AWS::SNS::Topic) would be removed, and OtherTopic made in its place`]);
  });

  it('finds a queue that is gone, and a stage of another name, which stands in every URL', () => {
    expect(breaksBy(({ Resources }) => delete Resources[alerts])).toEqual([
      `${alerts} (AWS::SQS::Queue) would be removed`,
    ]);
    expect(set(stage, { StageName: 'prod' })).toEqual([
      `${stage} (AWS::ApiGatewayV2::Stage) would be replaced by its StageName`,
    ]);
  });

  it('finds a name that is answered no more, and outputs that lead elsewhere or are gone', () => {
    expect(
      breaksBy(({ Resources, Outputs }) => {
        const { DistributionConfig } = Resources[edge]?.Properties ?? {};
        delete (DistributionConfig as Record<string, unknown>)['Aliases'];
        Outputs['Url'] = { Value: 'https://elsewhere.example.com' };
        delete Outputs['TableName'];
        Outputs['DashboardName'] = { Value: 'another' };
      }),
    ).toEqual([
      `${edge} (AWS::CloudFront::Distribution) would lose its names by its DistributionConfig.Aliases`,
      'the address Url would change',
      'the output TableName would be gone',
    ]);
  });
});
