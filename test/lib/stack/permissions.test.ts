import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { areasIn } from '../../../bin/build.ts';
import { functionAreaOf, needsOf, type FunctionArea } from '../../../lib/areas/areas.ts';
import { DUE_INDEX, duePartitionOf } from '../../../lib/data/due-index.ts';
import { PARTITIONS, type Partition } from '../../../lib/data/partitions.ts';
import { isAllowed } from '../../support/stack/policy.ts';
import { actionsInCode } from '../../support/stack/actions-in-code.ts';
import {
  environmentOf,
  functionsOf,
  grantsOf,
  ofType,
  policyOf,
  readable,
  statementsOf,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../support/stack/synthesised.ts';

const scheduled = stackAreas.filter((area) => needsOf(area).schedule);

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised({ mailFrom: 'alerts@example.com' });
});

const ACTIONS = [
  'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem',
  'Scan', 'BatchWriteItem', 'PartiQLSelect', 'DeleteTable',
]; // prettier-ignore

/** A partition key of each kind. */
const keyOf = Object.fromEntries(
  Object.entries(PARTITIONS).map(([kind, prefix]) => [kind, prefix.endsWith('#') ? `${prefix}f00d` : prefix]),
) as Record<Partition, string>;

const may = (area: FunctionArea, action: string, ...leadingKeys: string[]) =>
  isAllowed(policyOf(stack, area), { action: `dynamodb:${action}`, resource: 'Table', leadingKeys });

const hasItems = (area: FunctionArea) => Object.keys(needsOf(area).items).length > 0;

describe('the items each function may touch', () => {
  it('the function of agents: none, and it asks for none', async () => {
    expect(stackAreas.filter((area) => !hasItems(area))).toEqual(['mcp']);
    expect(grantsOf(stack, 'mcp').filter((grant) => grant.startsWith('dynamodb:'))).toEqual([]);
    expect((await actionsInCode('mcp')).filter((action) => action.startsWith('dynamodb:'))).toEqual([]);
  });

  it.each(stackAreas.filter(hasItems))(
    '%s: those its declaration names, by the actions it names, and no others',
    (area) => {
      const { items } = needsOf(area);
      const pairs = ACTIONS.flatMap((action) =>
        Object.entries(keyOf).map(([kind, key]) => ({ action, kind: kind as Partition, key })),
      );

      const allowed = pairs.filter(({ action, key }) => may(area, action, key));
      const declared = pairs.filter(({ action, kind }) => items[kind]?.some((one) => one === action));

      expect(declared.length).toBeGreaterThan(0);
      expect(allowed).toEqual(declared);
    },
  );

  it('ingest reads no guest token, no feed token, no consent of an address, and writes no credential', () => {
    for (const action of ACTIONS) {
      expect([action, may('ingest', action, keyOf.guest)]).toEqual([action, false]);
      expect([action, may('ingest', action, keyOf.feedToken)]).toEqual([action, false]);
      expect([action, may('ingest', action, keyOf.address)]).toEqual([action, false]);
    }
    expect(may('ingest', 'GetItem', keyOf.ingestKey)).toBe(true);
    expect(may('ingest', 'PutItem', keyOf.ingestKey)).toBe(false);
  });

  it('the feed writes no monitor and no guest token, and what no request wakes reads no credential', () => {
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem']) {
      expect(may('feed', action, keyOf.monitor)).toBe(false);
      expect(may('feed', action, keyOf.guest)).toBe(false);
    }
    for (const area of ['checker', 'notifier', 'canary', 'bridge', 'discovery'] as const)
      for (const kind of ['guest', 'ingestKey', 'feedToken'] as const)
        expect([area, kind, may(area, 'GetItem', keyOf[kind])]).toEqual([area, kind, false]);
  });

  it('a batch or a query is refused as a whole when one of its keys is of another kind', () => {
    expect(may('feed', 'BatchGetItem', keyOf.monitor, keyOf.monitor)).toBe(true);
    expect(may('feed', 'BatchGetItem', keyOf.monitor, keyOf.guest)).toBe(false);
  });

  it('the checker alone asks what falls due, and nobody another index', () => {
    const due = (area: FunctionArea, resource: string, key: string) =>
      isAllowed(policyOf(stack, area), { action: 'dynamodb:Query', resource, leadingKeys: [key] });

    expect(stackAreas.filter((area) => due(area, `Table/index/${DUE_INDEX}`, duePartitionOf(0)))).toEqual([
      'checker',
    ]);
    expect(due('checker', 'Table/index/other', duePartitionOf(0))).toBe(false);
  });

  it('what falls due is asked for under no condition on keys: a refusal there would end all alerts', () => {
    const onIndex = policyOf(stack, 'checker').filter(({ resources }) =>
      resources.join().includes('/index/'),
    );

    expect(onIndex.map(({ condition }) => condition)).toEqual([{}]);
  });
});

describe('what each function may use besides', () => {
  /** The variable by which a function is told of a thing, and the grant without which it is of no use. */
  const used = [
    ['SECRET_ID', 'secretsmanager:GetSecretValue SecretsService'],
    ['OIDC_CLIENT_SECRET_ID', 'cognito-idp:AdminGetUser SignInPool'],
    ['OIDC_CLIENT_SECRET_ID', 'cognito-idp:AdminSetUserMFAPreference SignInPool'],
    ['OIDC_CLIENT_SECRET_ID', 'cognito-idp:DescribeUserPoolClient SignInPool'],
    ['USER_POOL_ID', 'cognito-idp:AdminDeleteUser SignInPool'],
    ['ALERT_QUEUE_URL', 'sqs:SendMessage QueuesAlerts'],
    ['GIVEN_UP_QUEUE_URL', 'sqs:SendMessage QueuesGivenUp'],
    ['CHECK_QUEUE_URL', 'sqs:SendMessage QueuesChecks'],
    ['BILLING_FUNCTION', 'lambda:InvokeFunction billingFunction'],
    ['MAIL_FROM', 'ses:SendEmail arn:<Partition>:ses:<Region>:<AccountId>:identity/example.com'],
    [
      'MAIL_CONFIGURATION_SET',
      'ses:SendEmail arn:<Partition>:ses:<Region>:<AccountId>:configuration-set/MailFeedbackConfigurationSet',
    ],
  ] as const;

  it.each(stackAreas)('%s: what it is told of, and what feeds it', (area) => {
    const told = environmentOf(stack, area);
    const { fedBy } = needsOf(area);
    const taking = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
    const fed = {
      alerts: [...taking, 'ChangeMessageVisibility'].map((action) => `sqs:${action} QueuesAlerts`),
      checks: taking.map((action) => `sqs:${action} QueuesChecks`),
    };

    expect(grantsOf(stack, area).filter((grant) => !grant.startsWith('dynamodb:'))).toEqual(
      [
        ...used.filter(([name]) => name in told).map(([, grant]) => grant),
        ...(fedBy ? fed[fedBy.queue] : []),
        // Whoever sends all mails asks how many it may send.
        ...(area === 'notifier' ? ['ses:GetAccount *'] : []),
      ].sort(),
    );
  });

  it('ingest is given no secret, no queue and no mail, and may call billing alone', () => {
    expect(grantsOf(stack, 'ingest').filter((grant) => !grant.startsWith('dynamodb:'))).toEqual([
      'lambda:InvokeFunction billingFunction',
    ]);
    expect(environmentOf(stack, 'ingest')['BILLING_FUNCTION']).toBe('billingFunction');
  });

  it('nobody but ingest calls another function', () => {
    const calling = stackAreas.filter((area) =>
      grantsOf(stack, area).some((grant) => grant.startsWith('lambda:')),
    );

    expect(calling).toEqual(['ingest']);
  });
});

describe('the bridge', () => {
  it('does not exist where nobody mails', () => {
    const named = functionsOf(synthesised()).map(([id]) => id);

    expect(named.filter((id) => id.startsWith('bridge'))).toEqual([]);
    expect(named).toHaveLength(stackAreas.length - 1);
  });
});

describe('what the code asks for', () => {
  const built = areasIn(resolve(import.meta.dirname, '../../..'))
    .map(functionAreaOf)
    .filter((area) => stackAreas.includes(area));

  it.each(built.filter(hasItems))('%s is allowed every table action its code can ask for', async (area) => {
    const granted = grantsOf(stack, area);

    const asked = await actionsInCode(area);

    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((action) => !granted.includes(action))).toEqual([]);
  });

  it.each(built.filter(hasItems))(
    '%s is allowed no table action that its code never asks for',
    async (area) => {
      const granted = grantsOf(stack, area).filter((grant) => grant.startsWith('dynamodb:'));

      const asked = await actionsInCode(area);

      expect(granted.length).toBeGreaterThan(0);
      expect(granted.filter((action) => !asked.includes(action))).toEqual([]);
    },
  );
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
    // Names of what is built hold a hash, so who puts the console's files into their bucket has rights on all names.
    // SES knows no resource of the other.
    expect(statements.filter((statement) => statement.includes('*'))).toEqual([
      'ses:GetAccount *',
      expect.stringMatching(/^s3:GetObject .*cdk-hnb659fds-assets-.*\/\*$/),
      's3:PutObject EdgeConsoleBucket/*',
    ]);
  });

  it('no role carries a managed policy', () => {
    const roles = ofType(stack, 'AWS::IAM::Role');

    // One for each function, one for each timer, and those of CDK's functions that fill and empty the console's bucket.
    expect(roles.length).toBe(stackAreas.length + scheduled.length + 2);
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

    expect(inlineOf('TickscheckerTimerRole')).toEqual([
      'lambda:InvokeFunction checkerFunction',
      'sqs:SendMessage TickscheckerLostTicks',
    ]);
    expect(inlineOf('TickscanaryTimerRole')).toEqual(['lambda:InvokeFunction canaryFunction']);
  });

  it('a timer takes its role for schedules of this account only', () => {
    const trusts = ofType(stack, 'AWS::IAM::Role')
      .filter(([id]) => id.includes('TimerRole'))
      .map(([, { Properties }]) => Properties['AssumeRolePolicyDocument']);

    expect(trusts).toHaveLength(scheduled.length);
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
      const [{ Condition }] = (trust as { Statement: [{ Condition: { StringEquals: object } }] }).Statement;
      expect(readable((Condition.StringEquals as Record<string, unknown>)['aws:SourceArn'])).toBe(
        'arn:<Partition>:scheduler:<Region>:<AccountId>:schedule-group/default',
      );
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
