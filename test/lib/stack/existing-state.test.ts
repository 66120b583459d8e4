import type { Stack } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { needsOf, type FunctionArea } from '../../../lib/areas/areas.ts';
import { breaksOf } from '../../released/breaks.ts';
import { permanentOf } from '../../released/permanent.ts';
import {
  environmentOf,
  grantsOf,
  ofType,
  policyOf,
  readable,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../support/stack/synthesised.ts';
import { cycleIn, faultsOf } from '../../support/stack/template-faults.ts';
import { itThorough } from '../../support/thorough.ts';

const serviceSecretArn = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:SecretsService-AbCdEf';
const existing = { tableName: 'rollcall-restored', serviceSecretArn };
const sender = { mailFrom: 'alerts@example.com' };
const own = synthesised(sender);
const attached = synthesised({ ...sender, ...existing });

const tableArn = 'arn:<Partition>:dynamodb:<Region>:<AccountId>:table/rollcall-restored';
/** What is said of the stack's own table and secret, of the existing ones. */
const ofExisting = (grant: string) =>
  grant.replace(/ Table\b/, ` ${tableArn}`).replace(/ SecretsService$/, ` ${serviceSecretArn}`);
/** The stack that a settings file with these settings makes. */
const promised = (settings: object) => permanentOf(synthesised({ ...sender, ...settings }).template);

/** The logical ids of an area's policies that allow something of a service. */
function policiesOn(stack: Synthesised, area: FunctionArea, service: string): string[] {
  return ofType(stack, 'AWS::IAM::Policy')
    .filter(
      ([id, { Properties }]) => id.startsWith(area) && JSON.stringify(Properties).includes(`"${service}`),
    )
    .map(([id]) => id);
}

function dependenciesOf(stack: Synthesised, area: FunctionArea): string[] {
  const [[, fn] = []] = ofType(stack, 'AWS::Lambda::Function').filter(([id]) =>
    id.startsWith(`${area}Function`),
  );
  return fn?.DependsOn ?? [];
}

const withItems = stackAreas.filter((area) => Object.keys(needsOf(area).items).length > 0);

describe('a stack on an existing table and its secret', () => {
  it('makes no table and no service secret, and retains its user pool alone when it goes', () => {
    expect(ofType(attached, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
    const kept = Object.entries(attached.resources).filter(([, { DeletionPolicy: policy = 'Delete' }]) => policy !== 'Delete');
    expect(kept.map(([, { Type }]) => Type).filter((type) => !type.startsWith('AWS::Cognito::'))).toEqual([]);
  }); // prettier-ignore

  it('is one that CloudFormation accepts', () => {
    expect(faultsOf(attached.template.toJSON())).toEqual([]);
    expect(cycleIn(attached.resources)).toEqual([]);
    expect(new AwsSolutionsChecks(attached.app).validateScope(attached.app).violations).toEqual([]);
  });

  it.each(stackAreas)('gives %s the same rights, on these alone', (area) => {
    expect(grantsOf(attached, area)).toEqual(grantsOf(own, area).map(ofExisting).sort());
  });

  it.each(withItems)('keeps %s working while it changes to another table: old rights go last', (area) => {
    const stacks = [own, attached, synthesised({ ...sender, ...existing, tableName: 'rollcall.restored' })];
    const rights = stacks.map((stack) => policiesOn(stack, area, 'dynamodb:'));

    expect(rights.map((ids) => ids.length)).toEqual([1, 1, 1]);
    expect(new Set(rights.flat()).size).toBe(3);
    for (const [at, stack] of stacks.entries())
      expect(dependenciesOf(stack, area)).toEqual(expect.arrayContaining(rights[at] ?? []));
  });

  it('keeps the rights on the secret too, under another policy where the secret is another one', () => {
    const another = synthesised({
      ...existing,
      serviceSecretArn: serviceSecretArn.replace('AbCdEf', 'GhIjKl'),
    });
    const rights = [own, attached, another].map((stack) => policiesOn(stack, 'monitors', 'secretsmanager:'));

    expect(rights.map((ids) => ids.length)).toEqual([1, 1, 1]);
    expect(new Set(rights.flat()).size).toBe(3);
  });

  it('lets a role hold old and new rights at once, in the 10,240 characters that IAM has for them', () => {
    for (const area of stackAreas) {
      const size =
        JSON.stringify(policyOf(attached, area)).length + JSON.stringify(policyOf(own, area)).length;
      expect([area, size < 9000]).toEqual([area, true]);
    }
  });

  it('tells each function their names, and the owner', () => {
    for (const area of stackAreas) {
      const { TABLE_NAME: table, SECRET_ID: secret } = environmentOf(attached, area);
      expect([area, table]).toEqual([area, existing.tableName]);
      expect([area, secret]).toEqual([area, environmentOf(own, area)['SECRET_ID'] && serviceSecretArn]);
    }
    attached.template.hasOutput('TableName', { Value: existing.tableName });
    attached.template.hasOutput('ServiceSecretArn', { Value: serviceSecretArn });
  });

  it('watches that table', () => {
    const [[, dashboard] = []] = ofType(attached, 'AWS::CloudWatch::Dashboard');

    expect(readable(dashboard?.Properties['DashboardBody'])).toContain('"TableName","rollcall-restored"');
  });

  it('is deployed in the region of the secret only', () => {
    const rules = Object.values(attached.template.toJSON()['Rules'] as Record<string, object>);

    expect(JSON.stringify(rules)).toContain("serviceSecretArn is in eu-west-1, not in the stack's region.");
  });
});

describe('what becomes of data and addresses', () => {
  const idOf = (type: string) => ofType(own, type)[0]?.[0] ?? '';
  const table = `${idOf('AWS::DynamoDB::GlobalTable')} (AWS::DynamoDB::GlobalTable)`;
  const secret = ofType(own, 'AWS::SecretsManager::Secret')
    .map(([id]) => id)
    .find((id) => id.startsWith('SecretsService'));

  it('after destroy: the table, the service secret and the user pool with its pages stay, and nothing else', () => {
    const kept = Object.entries(own.resources).filter(([, { DeletionPolicy: policy = 'Delete' }]) =>
      policy.startsWith('Retain'),
    );

    const ofPool = ['UserPool', 'UserPoolClient', 'UserPoolDomain', 'ManagedLoginBranding'];
    expect(kept.map(([id]) => id)).toEqual([
      table.split(' ', 1)[0],
      secret,
      ...ofPool.map((type) => idOf(`AWS::Cognito::${type}`)),
    ]);
  });

  it('in a restore: the stack lets go of its table and secret, which stay, and every address remains', () => {
    expect(breaksOf(promised({}), promised(existing))).toEqual([
      `${table} would be removed`,
      `${secret} (AWS::SecretsManager::Secret) would be removed`,
    ]);
  });

  it('in a second restore, or back from it, nothing but names in settings changes', () => {
    expect(breaksOf(promised(existing), promised({ ...existing, tableName: 'rollcall-again' }))).toEqual([]);
  });

  it('when pings get a name of the owner’s: what was handed out before goes on leading to the same API', () => {
    const named = {
      ingestDomain: 'in.example.com',
      hostedZoneId: 'Z0123456789',
      hostedZoneName: 'example.com',
    };

    expect(breaksOf(promised({}), promised(named))).toEqual(['the address IngestOrigin would change']);
  });

  itThorough('when the stack is protected, CloudFormation refuses to delete it', () => {
    const protectionOf = (settings: object) =>
      (synthesised(settings).app.node.findChild('Rollcall') as Stack).terminationProtection;

    expect([protectionOf({}), protectionOf({ terminationProtection: true })]).toEqual([false, true]);
  });
});
