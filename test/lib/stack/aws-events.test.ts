import { readFileSync } from 'node:fs';
import { App, NestedStack, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { describe, expect, it } from 'vitest';
import { areas } from '../../../lib/areas/areas.ts';
import { JOB_ROWS, DEAD_LETTER } from '../../../lib/domain/aws/job-rows.ts';
import { PARTITIONS } from '../../../lib/data/partitions.ts';
import { actionsInCode } from '../../support/stack/actions-in-code.ts';
import { isAllowed } from '../../support/stack/policy.ts';
import { recordedEvents } from '../../support/aws/recorded-events.ts';
import {
  environmentOf,
  grantsOf,
  ofType,
  policyOf,
  propertiesOf,
  readable,
  statementsOf,
  synthesised,
  type Resource,
  type Synthesised,
} from '../../support/stack/synthesised.ts';

const key = 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Events-Ab12Cd';
const settings = {
  awsEventsKeySecretArn: key,
  stage: 'prod',
  awsOrgId: 'o-a1b2c3d4e5',
  awsNames: 'prod-*',
  awsAccounts: '111122223333=prod',
};
const main = synthesised(settings);

/** The stack of the events, as it is synthesised within that of the service. */
function nestedIn({ app }: Synthesised): Synthesised {
  const nested = app.node
    .findAll()
    .find((each): each is NestedStack => each instanceof NestedStack && each.node.id === 'AwsEvents');
  if (!nested) throw new Error('There is no stack of events.');
  const template = Template.fromStack(nested);
  return { app, template, resources: template.toJSON()['Resources'] as Record<string, Resource> };
}

const stack = nestedIn(main);

describe('events of AWS', () => {
  it('change nothing of the stack where they are not asked for, and a stack, outputs and what is told of them where they are', () => {
    const plain = synthesised({ stage: 'prod' }).template.toJSON();
    const evented = main.template.toJSON();
    expect(ofType(synthesised({ stage: 'prod' }), 'AWS::CloudFormation::Stack')).toEqual([]);
    const more = Object.keys(evented['Resources']).filter((id) => !(id in plain['Resources']));
    expect(more.map((id) => evented['Resources'][id].Type)).toEqual(['AWS::CloudFormation::Stack']);
    const pings = JSON.parse(readable(environmentOf(main, 'monitors')['IDENTITY_PINGS']));
    for (const [id, resource] of Object.entries<Resource>(plain['Resources'])) {
      // By it the function tells owners how to ping.
      const told = evented['Resources'][id].Properties?.Environment?.Variables;
      const { IDENTITY_PINGS: _, ...others } = told ?? {};
      const found = told ? withVariables(evented['Resources'][id], others) : evented['Resources'][id];
      expect(found, id).toEqual(resource);
    }
    expect(pings).toEqual({
      account: '<AccountId>',
      aliases: { '111122223333': 'prod' },
      busArn: 'arn:<Partition>:events:<Region>:<AccountId>:event-bus/rollcall-prod',
      hookArn: 'arn:<Partition>:lambda:<Region>:<AccountId>:function:rollcall-prod-hook',
    });
    expect(propertiesOf(stack, 'AWS::Lambda::Function', 'hook')['FunctionName']).toBe('rollcall-prod-hook');
    expect(Object.keys(stack.resources).length).toBeLessThan(50);
  });

  it('come by a rule for each kind from the default bus, and by one from the bus of others', () => {
    const rules = ofType(stack, 'AWS::Events::Rule').map(([, { Properties }]) => Properties);
    const rows = JOB_ROWS.filter(({ source }) => source !== DEAD_LETTER);
    expect(rules).toHaveLength(rows.length + 2);
    for (const { source, detailTypes } of rows) {
      const own = rules.filter(
        ({ EventBusName, EventPattern }) =>
          EventBusName === 'default' &&
          JSON.stringify((EventPattern as { source: string[] }).source) === `["${source}"]`,
      );
      const types = own.flatMap(
        ({ EventPattern }) => (EventPattern as Record<string, string[]>)['detail-type'] ?? [],
      );
      for (const type of detailTypes) expect(types).toContain(type);
    }
    for (const { Targets } of rules) {
      const [target, ...others] = Targets as Record<string, unknown>[];
      expect(others).toEqual([]);
      expect(readable(target?.['Arn'])).toBe('Events');
      const letters = target?.['DeadLetterConfig'] as { Arn: unknown } | undefined;
      expect(readable(letters?.Arn)).toBe('DeadLetters');
    }
  });

  it('are let through by the patterns of the rules, each that was recorded', () => {
    const rules = ofType(stack, 'AWS::Events::Rule').map(
      ([, { Properties }]) => Properties['EventPattern'] as Pattern,
    );
    for (const [name, { event }] of Object.entries(recordedEvents)) {
      if (name === 'batchRunnable') continue;
      expect(
        rules.some((pattern) => fits(pattern, event)),
        name,
      ).toBe(true);
    }
    expect(
      rules.some(
        (pattern) =>
          fits(pattern, { ...recordedEvents.ecsFailed.event, detail: { group: 'service:web' } }) &&
          pattern.detail,
      ),
    ).toBe(false);
  });

  it('that ping come by the bus of the copy alone, under their source and kind', () => {
    const pinging = ofType(stack, 'AWS::Events::Rule').filter(([id]) => id.startsWith('Pings'));
    expect(
      pinging.map(([, { Properties }]) => [readable(Properties['EventBusName']), Properties['EventPattern']]),
    ).toEqual([['Bus', { source: ['rollcall.ping'], 'detail-type': ['Ping'] }]]);
    const onTheBus = ofType(stack, 'AWS::Events::Rule')
      .filter(([, { Properties }]) => readable(Properties['EventBusName']) === 'Bus')
      .flatMap(([, { Properties }]) => (Properties['EventPattern'] as Pattern).source);
    // A dead letter is known by its message, and nobody puts one on the bus.
    expect(onTheBus).not.toContain(DEAD_LETTER);
  });

  it('of others come by a bus of the copy, from accounts of the organization alone', () => {
    expect(propertiesOf(stack, 'AWS::Events::EventBus')['Name']).toBe('rollcall-prod');
    const { Statement: statement } = propertiesOf(stack, 'AWS::Events::EventBusPolicy');
    expect(statement).toMatchObject({
      Effect: 'Allow',
      Action: 'events:PutEvents',
      Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-a1b2c3d4e5' } },
    });
    expect(
      ofType(nestedIn(synthesised({ awsEventsKeySecretArn: key })), 'AWS::Events::EventBusPolicy'),
    ).toEqual([]);
  });

  it('are put on the queue by rules of the account alone, over TLS', () => {
    const policies = ofType(stack, 'AWS::SQS::QueuePolicy').flatMap(
      ([, { Properties }]) =>
        (Properties['PolicyDocument'] as { Statement: Record<string, unknown>[] }).Statement,
    );
    const allowing = policies.filter(({ Effect }) => Effect === 'Allow');
    for (const { Principal, Action, Condition } of allowing) {
      expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
      const sending = ['sqs:SendMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'];
      expect([Action].flat().filter((each) => !sending.includes(String(each)))).toEqual([]);
      expect(JSON.stringify(Condition)).toContain('aws:SourceArn');
    }
    expect(policies.filter(({ Effect }) => Effect === 'Deny').length).toBeGreaterThan(0);
  });

  it('are handed out in batches, again where they fail, and lie among the dead letters in the end, which rings', () => {
    expect(propertiesOf(stack, 'AWS::Lambda::EventSourceMapping')).toMatchObject({
      BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'], ScalingConfig: { MaximumConcurrency: 2 },
    }); // prettier-ignore
    const queue = propertiesOf(stack, 'AWS::SQS::Queue', 'Events');
    expect(queue).toMatchObject({
      VisibilityTimeout: 6 * areas.aws.timeoutSec,
      RedrivePolicy: { maxReceiveCount: 5 },
    });
    const alarm = propertiesOf(stack, 'AWS::CloudWatch::Alarm');
    expect(alarm).toMatchObject({ MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 });
    expect(alarm['AlarmActions']).toHaveLength(1);
  });
});

describe('the function of events', () => {
  it('may do to items what ingest may, no more, and all that its code asks for', async () => {
    const table =
      policyOf(stack, 'aws').find(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')))
        ?.resources[0] ?? '';
    const may = (action: string, prefix: string) =>
      isAllowed(
        policyOf(stack, 'aws').filter(({ resources }) => resources.includes(table)),
        {
          action: `dynamodb:${action}`,
          resource: table,
          leadingKeys: [prefix.endsWith('#') ? `${prefix}f00d` : prefix],
        },
      );
    for (const action of [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
      'Scan',
    ] as const)
      for (const [kind, prefix] of Object.entries(PARTITIONS)) {
        const declared = (areas.ingest.items as Record<string, readonly string[] | undefined>)[kind] ?? [];
        expect([kind, action, may(action, prefix)]).toEqual([kind, action, declared.includes(action)]);
      }
    const asked = await actionsInCode('aws');
    const granted = grantsOf(stack, 'aws').map((grant) => grant.split(' ')[0]);
    for (const action of asked.filter((each) => each.startsWith('dynamodb:')))
      expect(granted).toContain(action.split(' ')[0]);
  });

  it('may besides take from its queue and read the one secret', () => {
    const others = grantsOf(stack, 'aws').filter((grant) => !grant.startsWith('dynamodb:'));
    expect(others).toEqual([
      `secretsmanager:GetSecretValue ${key}`,
      'sqs:DeleteMessage Events',
      'sqs:GetQueueAttributes Events',
      'sqs:ReceiveMessage Events',
    ]);
  });

  it('is told under whose key, of which jobs, and how accounts are called', () => {
    const said = JSON.parse(readable(environmentOf(stack, 'aws')['AWS_EVENTS']));
    expect(said).toEqual({
      key: { id: key },
      account: '<AccountId>',
      names: ['prod-*'],
      aliases: { '111122223333': 'prod' },
    });
  });
});

describe('the function that IAM guards', () => {
  it('may do to items what ingest may and read the one secret, and nobody but the account may call it', async () => {
    const grants = grantsOf(stack, 'hook');
    expect(grants.filter((grant) => !grant.startsWith('dynamodb:'))).toEqual([
      `secretsmanager:GetSecretValue ${key}`,
    ]);
    const items = (area: 'aws' | 'hook') =>
      grantsOf(stack, area).filter((grant) => grant.startsWith('dynamodb:'));
    expect(items('hook')).toEqual(items('aws'));
    const asked = (await actionsInCode('hook')).filter((each) => each.startsWith('dynamodb:'));
    for (const action of asked)
      expect(grants.map((grant) => grant.split(' ')[0])).toContain(action.split(' ')[0]);
    expect(ofType(stack, 'AWS::Lambda::Permission')).toEqual([]);
    expect(ofType(stack, 'AWS::Lambda::Url')).toEqual([]);
  });
});

describe('docs/examples/aws-forward.template.json', () => {
  const template = JSON.parse(readFileSync('docs/examples/aws-forward.template.json', 'utf8')) as {
    Resources: Record<string, Resource>;
  };
  const ofOthers = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::Events::Rule');

  it('is one that CloudFormation can read, with nothing besides rules and their role', () => {
    const included = Template.fromStack(includedStack());
    expect(included.toJSON()['Resources']).toEqual(template.Resources);
    expect(
      Object.values(template.Resources)
        .map(({ Type }) => Type)
        .filter((type) => type !== 'AWS::Events::Rule'),
    ).toEqual(['AWS::IAM::Role']);
  });

  it('forwards what the default bus of the copy lets through, and pings, to its bus', () => {
    const own = ofType(stack, 'AWS::Events::Rule').filter(
      ([id, { Properties }]) => Properties['EventBusName'] === 'default' || id.startsWith('Pings'),
    );
    const patterns = (rules: Resource[]) =>
      rules.map(({ Properties }) => JSON.stringify(Properties['EventPattern'])).sort();
    expect(patterns(ofOthers)).toEqual(patterns(own.map(([, rule]) => rule)));
    for (const { Properties } of ofOthers)
      expect(Properties['Targets']).toEqual([
        { Id: 'rollcall', Arn: { Ref: 'BusArn' }, RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] } },
      ]);
  });

  it('lets the rules of the account put events on that bus, and do nothing else', () => {
    const role = template.Resources['Role']?.Properties as {
      AssumeRolePolicyDocument: unknown;
      Policies: { PolicyDocument: unknown }[];
    };
    expect(role.Policies.flatMap(({ PolicyDocument }) => statementsOf(PolicyDocument))).toEqual([
      'events:PutEvents BusArn',
    ]);
    expect(role.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'events.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ],
    });
  });
});

function includedStack(): Stack {
  const templateFile = 'docs/examples/aws-forward.template.json';
  return new CfnInclude(new Stack(new App(), 'Forward'), 'Template', { templateFile }).stack;
}

const withVariables = (resource: Resource, Variables: object) => ({
  ...resource,
  Properties: { ...resource.Properties, Environment: { Variables } },
});

interface Pattern {
  source: string[];
  'detail-type': string[];
  detail?: Record<string, unknown>;
}

/** As EventBridge judges the few forms that the rules have: lists of texts and prefixes, in records. */
function fits(pattern: Pattern | Record<string, unknown>, event: Record<string, unknown>): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
    const value = event[name];
    if (!Array.isArray(wanted))
      return fits(wanted as Record<string, unknown>, (value ?? {}) as Record<string, unknown>);
    return wanted.some((one: unknown) =>
      typeof one === 'string' ? one === value : String(value).startsWith((one as { prefix: string }).prefix),
    );
  });
}
