import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { areasIn } from '../../../bin/build.ts';
import { functionAreaOf } from '../../../lib/stack/areas.ts';
import { actionsInCode } from './actions-in-code.ts';
import { grantsOf, ofType, statementsOf, synthesised, type Synthesised } from './synthesised.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised({ mailFrom: 'alerts@example.com' });
});

describe('what each function may do', () => {
  it('ingest reads and writes items, and touches no index, secret or queue', () => {
    expect(grantsOf(stack, 'ingest')).toEqual([
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
    ]);
  });

  it('monitors uses the table but not the index, reads the secret and queues alerts', () => {
    expect(grantsOf(stack, 'monitors')).toEqual([
      'dynamodb:BatchGetItem Table',
      'dynamodb:ConditionCheckItem Table',
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
      'secretsmanager:GetSecretValue SecretsService',
      'sqs:SendMessage AlertsQueue',
    ]);
  });

  it('feed reads, and writes only to mint its token', () => {
    expect(grantsOf(stack, 'feed')).toEqual([
      'dynamodb:BatchGetItem Table',
      'dynamodb:ConditionCheckItem Table',
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'secretsmanager:GetSecretValue SecretsService',
    ]);
  });

  it('site reads an owner’s monitors, writes single items and reads the secret', () => {
    expect(grantsOf(stack, 'site')).toEqual([
      'dynamodb:BatchGetItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
      'secretsmanager:GetSecretValue SecretsService',
    ]);
  });

  it('discovery reads and writes nothing', () => {
    expect(grantsOf(stack, 'discovery')).toEqual(['dynamodb:GetItem Table', 'dynamodb:Query Table']);
  });

  it('checker alone queries the due index, queues alerts, and reads no secret', () => {
    expect(grantsOf(stack, 'checker')).toEqual([
      'dynamodb:BatchGetItem Table',
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:Query Table/index/due',
      'dynamodb:UpdateItem Table',
      'sqs:DeleteMessage CheckerRest',
      'sqs:GetQueueAttributes CheckerRest',
      'sqs:ReceiveMessage CheckerRest',
      'sqs:SendMessage AlertsQueue',
      'sqs:SendMessage CheckerRest',
    ]);
  });

  it('notifier takes and postpones alerts, gives up on them, and mails from one identity', () => {
    expect(grantsOf(stack, 'notifier')).toEqual([
      'dynamodb:BatchGetItem Table',
      'dynamodb:ConditionCheckItem Table',
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
      'secretsmanager:GetSecretValue SecretsService',
      'ses:SendEmail arn:<Partition>:ses:<Region>:<AccountId>:configuration-set/MailFeedbackConfigurationSet',
      'ses:SendEmail arn:<Partition>:ses:<Region>:<AccountId>:identity/example.com',
      'sqs:ChangeMessageVisibility AlertsQueue',
      'sqs:DeleteMessage AlertsQueue',
      'sqs:GetQueueAttributes AlertsQueue',
      'sqs:ReceiveMessage AlertsQueue',
      'sqs:SendMessage AlertsGivenUp',
      'sqs:SendMessage AlertsQueue',
    ]);
  });

  it('alerts reads and sends like the notifier, for the caller who waits, and takes nothing off the queue', () => {
    expect(grantsOf(stack, 'alerts')).toEqual([
      'dynamodb:ConditionCheckItem Table',
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
      'secretsmanager:GetSecretValue SecretsService',
      'ses:SendEmail arn:<Partition>:ses:<Region>:<AccountId>:configuration-set/MailFeedbackConfigurationSet',
      'ses:SendEmail arn:<Partition>:ses:<Region>:<AccountId>:identity/example.com',
      'sqs:SendMessage AlertsQueue',
    ]);
  });

  it('canary keeps its own state and nothing else', () => {
    expect(grantsOf(stack, 'canary')).toEqual(['dynamodb:GetItem Table', 'dynamodb:PutItem Table']);
  });
});

describe('the bridge', () => {
  it('stops addresses and queues what is to be told, and reads no secret', () => {
    expect(grantsOf(stack, 'bridge')).toEqual([
      'dynamodb:BatchGetItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
      'sqs:SendMessage AlertsQueue',
    ]);
  });

  it('does not exist where nobody mails', () => {
    const named = ofType(synthesised(), 'AWS::Lambda::Function').map(([id]) => id);

    expect(named.filter((id) => id.startsWith('bridge'))).toEqual([]);
    expect(named).toHaveLength(9);
  });
});

describe('what the code asks for', () => {
  const built = areasIn(resolve(import.meta.dirname, '../../..')).map(functionAreaOf);

  it.each(built)('%s is allowed every table action its code can ask for', async (area) => {
    const granted = grantsOf(stack, area);

    const asked = await actionsInCode(area);

    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((action) => !granted.includes(action))).toEqual([]);
  });

  it.each(built)('%s is allowed no table action that its code never asks for', async (area) => {
    const granted = grantsOf(stack, area).filter((grant) => grant.startsWith('dynamodb:'));

    const asked = await actionsInCode(area);

    expect(granted.length).toBeGreaterThan(0);
    expect(granted.filter((action) => !asked.includes(action))).toEqual([]);
  });
});

describe('roles', () => {
  it('no statement of any policy names every resource or every action', () => {
    const policies = ofType(stack, 'AWS::IAM::Policy').map(
      ([, { Properties }]) => Properties['PolicyDocument'],
    );
    const inline = ofType(stack, 'AWS::IAM::Role').flatMap(([, { Properties }]) =>
      ((Properties['Policies'] ?? []) as { PolicyDocument: unknown }[]).map(
        (policy) => policy.PolicyDocument,
      ),
    );

    const statements = [...policies, ...inline].flatMap(statementsOf);

    expect(statements.length).toBeGreaterThan(50);
    expect(statements.filter((statement) => statement.includes('*'))).toEqual([]);
  });

  it('no role carries a managed policy', () => {
    const roles = ofType(stack, 'AWS::IAM::Role');

    expect(roles.length).toBe(12);
    expect(roles.filter(([, { Properties }]) => 'ManagedPolicyArns' in Properties)).toEqual([]);
  });

  it('a function writes its own log only', () => {
    const roles = ofType(stack, 'AWS::IAM::Role').filter(([id]) => id.startsWith('ingestRole'));
    const [policy] = (roles[0]?.[1].Properties['Policies'] ?? []) as { PolicyDocument: unknown }[];

    expect(statementsOf(policy?.PolicyDocument)).toEqual([
      'logs:CreateLogStream ingestLog',
      'logs:PutLogEvents ingestLog',
    ]);
  });

  it('each timer may wake its own function only, and drop a lost tick in its queue', () => {
    const inlineOf = (name: string) =>
      ofType(stack, 'AWS::IAM::Role')
        .filter(([id]) => id.startsWith(name))
        .flatMap(([, { Properties }]) =>
          (Properties['Policies'] as { PolicyDocument: unknown }[]).flatMap((p) =>
            statementsOf(p.PolicyDocument),
          ),
        );

    expect(inlineOf('CheckerTimerRole')).toEqual([
      'lambda:InvokeFunction checkerFunction',
      'sqs:SendMessage CheckerLostTicks',
    ]);
    expect(inlineOf('CanaryTimerRole')).toEqual(['lambda:InvokeFunction canaryFunction']);
  });

  it('a timer takes its role for schedules of this account only', () => {
    const trusts = ofType(stack, 'AWS::IAM::Role')
      .filter(([id]) => id.includes('TimerRole'))
      .map(([, { Properties }]) => Properties['AssumeRolePolicyDocument']);

    expect(trusts).toHaveLength(2);
    for (const trust of trusts) {
      expect(trust).toMatchObject({
        Statement: [
          {
            Action: 'sts:AssumeRole',
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      });
    }
  });

  it('without a configured sender nobody may mail', () => {
    const quiet = synthesised();

    expect(JSON.stringify(quiet.resources)).not.toContain('ses:');
    expect(grantsOf(quiet, 'notifier')).not.toContain('ses:SendEmail');
  });

  it('mail leaves from the configured address only, of the identity that was named', () => {
    const named = synthesised({ mailFrom: 'alerts@example.com', mailIdentity: 'alerts@example.com' });

    expect(grantsOf(named, 'notifier')).toContain(
      'ses:SendEmail arn:<Partition>:ses:<Region>:<AccountId>:identity/alerts@example.com',
    );
    expect(JSON.stringify(named.resources)).toContain(
      '"Condition":{"StringEquals":{"ses:FromAddress":"alerts@example.com"}}',
    );
  });
});
