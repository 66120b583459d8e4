import { beforeAll, describe, expect, it } from 'vitest';
import type { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { needsOf } from '../../../lib/areas/areas.ts';
import { settingsGroupsOf, VARIABLES } from '../../../lib/config/groups.ts';
import { gatewayRoutes } from '../../../lib/contract/routes.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { configFromEnv } from '../../../lib/config/config.ts';
import { AreaFunction } from '../../../lib/stack/area-function.ts';
import {
  environmentOf,
  functionsOf,
  newlySynthesised,
  ofType,
  propertiesOf,
  readable,
  synthesised,
  type Synthesised,
  stackAreas,
} from '../../support/stack/synthesised.ts';
import { casesOf } from '../../support/thorough.ts';

let stack: Synthesised;
let mailing: Synthesised;
beforeAll(() => {
  stack = synthesised();
  mailing = synthesised({ mailFrom: 'alerts@example.com' });
});

describe('the table', () => {
  it('has string keys pk and sk, and a sparse index of keys by due number', () => {
    stack.template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
        { AttributeName: 'duePk', AttributeType: 'S' },
        { AttributeName: 'dueAt', AttributeType: 'N' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'due',
          KeySchema: [
            { AttributeName: 'duePk', KeyType: 'HASH' },
            { AttributeName: 'dueAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
  });

  it('is paid by use, expires items by ttl and can be restored to any second', () => {
    stack.template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      Replicas: [
        Match.objectLike({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }),
      ],
    });
  });

  it('takes as many writes at once as are asked for, and no fewer reads than a new table', () => {
    const warm = (writes: number) =>
      propertiesOf(synthesised({ warmThroughput: writes }), 'AWS::DynamoDB::GlobalTable')['WarmThroughput'];

    expect(warm(5_000)).toEqual({ WriteUnitsPerSecond: 5_000, ReadUnitsPerSecond: 12_000 });
    expect(warm(20_000)).toEqual({ WriteUnitsPerSecond: 20_000, ReadUnitsPerSecond: 20_000 });
    expect(propertiesOf(stack, 'AWS::DynamoDB::GlobalTable')).not.toHaveProperty('WarmThroughput');
  });

  it('outlives the stack', () => {
    stack.template.hasResource('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: { Replicas: [Match.objectLike({ DeletionProtectionEnabled: false })] },
    });
  });

  it('cannot be deleted by mistake once termination protection is asked for', () => {
    synthesised({ terminationProtection: true }).template.hasResource('AWS::DynamoDB::GlobalTable', {
      Properties: { Replicas: [Match.objectLike({ DeletionProtectionEnabled: true })] },
    });
  });

  it('goes with the stack when that is asked for', () => {
    const passing = synthesised({ removal: 'destroy' });

    passing.template.hasResource('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: 'Delete',
      Properties: { Replicas: [Match.objectLike({ DeletionProtectionEnabled: false })] },
    });
  });
});

describe('the functions', () => {
  it('run on Node 24, arm64', () => {
    const functions = functionsOf(stack);

    expect(functions.length).toBe(stackAreas.length - 1);
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      });
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  it('log as JSON, without the platform’s lines per call, for 30 days', () => {
    for (const [, { Properties }] of functionsOf(stack)) {
      expect(Properties['LoggingConfig']).toMatchObject({
        LogFormat: 'JSON',
        SystemLogLevel: 'WARN',
        ApplicationLogLevel: 'INFO',
      });
    }
    const logs = ofType(stack, 'AWS::Logs::LogGroup');
    // The functions', the gateway's and that of the console's files; nobody mails, so there is no bridge.
    expect(logs.length).toBe(stackAreas.length + 1);
    expect(new Set(logs.map(([, { Properties }]) => Properties['RetentionInDays']))).toEqual(new Set([30]));
  });

  it('those behind the gateway end before it gives up at 29 seconds', () => {
    const timeouts = ofType(stack, 'AWS::Lambda::Function')
      .filter(([id]) => stackAreas.some((area) => needsOf(area).http && id.startsWith(`${area}Function`)))
      .map(([, { Properties }]) => Number(Properties['Timeout']));

    expect(timeouts.length).toBe(new Set(gatewayRoutes().map(({ area }) => area)).size);
    expect(Math.max(...timeouts)).toBeLessThan(29);
  });

  it.each(stackAreas.filter((area) => !needsOf(area).needsSender))(
    '%s is told what its declaration names, and nothing else',
    (area) => {
      const names = Object.keys(environmentOf(stack, area)).filter((name) => name !== 'NODE_OPTIONS');
      const groups = settingsGroupsOf(needsOf(area)).filter(
        (group) =>
          !['sender', 'hold', 'heartbeat', 'operatorToken', 'identityPings', 'awsChannels', 'sms'].includes(
            group,
          ),
      );

      expect(names.sort()).toEqual(groups.flatMap((group) => [...VARIABLES[group]]).sort());
    },
  );

  it('are told of a hold where alerts are told and where health is shown, and of none elsewhere', () => {
    const holding = synthesised({ holdAlertsUntil: '2027-03-01T12:30:00Z' });

    const told = stackAreas
      .filter((area) => !needsOf(area).needsSender)
      .filter((area) => configFromEnv(environmentOf(holding, area)).hold !== null);

    expect(told).toEqual(['discovery', 'notifier']);
    expect(configFromEnv(environmentOf(holding, 'notifier')).hold).toEqual({
      until: Date.UTC(2027, 2, 1, 12, 30),
    });
  });

  it('read from it the groups of their declaration, each with its value', () => {
    const config = configFromEnv(environmentOf(mailing, 'notifier'));

    expect(config).toEqual({
      region: 'us-east-1',
      table: { name: 'Table' },
      urls: {
        base: 'https://EdgeDistribution.DomainName',
        ingest: 'https://HttpApi.execute-api.<Region>.<URLSuffix>',
      },
      pingNames: null,
      securityHeaders: null,
      originMark: null,
      panel: null,
      awsEvents: null,
      identityPings: null,
      awsChannels: null,
      sms: null,
      queues: { alerts: 'QueuesAlerts', givenUp: 'QueuesGivenUp', checks: null },
      functions: { billing: null },
      secret: { id: 'SecretsService' },
      operatorToken: null,
      identity: null,
      userPool: null,
      sender: { from: 'alerts@example.com', configurationSet: 'MailFeedbackConfigurationSet' },
      guestMails: { perHour: 100 },
      signUpMails: null,
      access: null,
      guests: null,
      allowance: null,
      publicPages: null,
      hold: null,
      heartbeat: null,
      metrics: { namespace: 'Rollcall' },
      billing: null,
      operator: { provider: null, securityContact: null, registryKey: null, contactTo: null },
      settlement: null,
      build: null,
      standIns: null,
      allowLoopbackAlerts: false,
    });
    expect(configFromEnv(environmentOf(stack, 'discovery'))).toMatchObject({
      build: '1.2.3+test',
      billing: { mode: 'dev' },
      securityHeaders: { by: 'edge' },
      secret: null,
    });
  });

  it('stop synthesis when one is not given what its declaration names', () => {
    const { app } = newlySynthesised();
    const ingest = new AreaFunction(app.node.findChild('Rollcall'), 'Untold', {
      area: 'ingest',
      code: Code.fromInline('export const handler = () => {};'),
    });

    expect(ingest.node.validate()).toEqual([
      'ingest is not given TABLE_NAME.',
      'ingest is not given SECURITY_HEADERS.',
      'ingest is not given BASE_URL, INGEST_ORIGIN.',
      'ingest is not given BILLING.',
      'ingest is not given ALLOWANCE.',
      'ingest is not given BILLING_FUNCTION.',
    ]);
  });

  it('tell the notifier a sender only when one is configured', () => {
    expect(environmentOf(stack, 'notifier')).not.toHaveProperty('MAIL_FROM');
    expect(environmentOf(mailing, 'notifier')['MAIL_FROM']).toBe('alerts@example.com');
  });
});

describe('the timers', () => {
  const timer = (name: string) => propertiesOf(stack, 'AWS::Scheduler::Schedule', name);

  it('the checker runs every five minutes, and a tick that is lost is kept', () => {
    expect(LIMITS.checkEverySec).toBe(300);
    expect(timer('TickscheckerTimer')).toMatchObject({
      ScheduleExpression: 'rate(5 minutes)',
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 240 } },
    });
    const { DeadLetterConfig } = timer('TickscheckerTimer')['Target'] as {
      DeadLetterConfig: { Arn: unknown };
    };
    expect(readable(DeadLetterConfig.Arn)).toBe('TickscheckerLostTicks');
    expect(readable((timer('TickscheckerTimer')['Target'] as { Arn: unknown }).Arn)).toBe('checkerFunction');
  });

  it('the canary pings every minute and a late ping is dropped', () => {
    expect(timer('TickscanaryTimer')).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      Target: { RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } },
    });
  });

  it('a ping of the canary that fails is not repeated by Lambda either', () => {
    const configs = ofType(stack, 'AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => Properties);
    const canary = configs.find(({ FunctionName }) => readable(FunctionName) === 'canaryFunction');

    expect(canary).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
  });

  it('what goes on by a queue of its own is not stopped as a loop, and nothing else may be one', () => {
    const allowed = stackAreas.filter(
      (area) =>
        needsOf(area).needsSender === undefined &&
        propertiesOf(stack, 'AWS::Lambda::Function', `${area}Function`)['RecursiveLoop'] === 'Allow',
    );

    expect(allowed).toEqual(['checker', 'notifier']);
  });

  it('a run of the checker ends before the next tick', () => {
    const checker = propertiesOf(stack, 'AWS::Lambda::Function', 'checkerFunction');

    expect(Number(checker['Timeout'])).toBeLessThan(LIMITS.checkEverySec);
  });
});

describe('the alert queue', () => {
  const queue = (name: string) => propertiesOf(stack, 'AWS::SQS::Queue', name);

  it('hands each alert out up to eight times and then keeps it as a dead letter', () => {
    const { deadLetterTargetArn, maxReceiveCount } = queue('QueuesAlerts')['RedrivePolicy'] as Record<
      string,
      unknown
    >;

    expect(maxReceiveCount).toBe(8);
    expect(maxReceiveCount).toBeGreaterThan(LIMITS.deliveryRetryDelaysSec.length + 1);
    expect(readable(deadLetterTargetArn)).toBe('QueuesDeadLetters');
    expect(queue('QueuesDeadLetters')['MessageRetentionPeriod']).toBe(14 * 86_400);
  });

  it('keeps what receivers did not take apart, where SQS can move it back from', () => {
    const { deadLetterTargetArn } = queue('QueuesDeadLetters')['RedrivePolicy'] as Record<string, unknown>;

    expect(readable(deadLetterTargetArn)).toBe('QueuesGivenUp');
    expect(queue('QueuesGivenUp')['MessageRetentionPeriod']).toBe(14 * 86_400);
  });

  it('hides an alert six times as long as the notifier may take', () => {
    const notifier = propertiesOf(stack, 'AWS::Lambda::Function', 'notifierFunction');

    expect(notifier['Timeout']).toBe(60);
    expect(queue('QueuesAlerts')['VisibilityTimeout']).toBe(360);
  });

  it('wakes the notifier with up to ten alerts, each of which fails on its own', () => {
    stack.template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('leaves room for pings in an account with ten executions: of what is not a ping at most seven at once', () => {
    const atOnce = ofType(stack, 'AWS::Lambda::EventSourceMapping').map(([id, { Properties }]) => [
      id.replace(/[0-9A-F]{8}$/, ''),
      (Properties['ScalingConfig'] as { MaximumConcurrency: number }).MaximumConcurrency,
    ]);

    expect(Object.fromEntries(atOnce)).toEqual({ QueuesTonotifier: 3, QueuesTochecker: 2 });
    const tickAndCanary = 2;
    expect(atOnce.reduce((sum, [, max]) => sum + Number(max), tickAndCanary)).toBe(7);
  });

  it('takes of an account what the settings say', () => {
    const large = synthesised({ notifierConcurrency: 100, checksConcurrency: 16 });

    for (const [id, max] of [
      ['QueuesTonotifier', 100],
      ['QueuesTochecker', 16],
    ] as const)
      expect(propertiesOf(large, 'AWS::Lambda::EventSourceMapping', id)['ScalingConfig']).toEqual({
        MaximumConcurrency: max,
      });
  });

  it('hands shards that are behind to the checker one by one, and forgets them after two ticks', () => {
    expect(propertiesOf(stack, 'AWS::Lambda::EventSourceMapping', 'QueuesTochecker')['BatchSize']).toBe(1);
    expect(queue('QueuesChecks')).toMatchObject({ MessageRetentionPeriod: 600, VisibilityTimeout: 270 });
    expect(queue('QueuesChecks')).not.toHaveProperty('RedrivePolicy');
    const checker = propertiesOf(stack, 'AWS::Lambda::Function', 'checkerFunction');
    expect(checker).toMatchObject({ Timeout: 240, MemorySize: 1024 });
    expect(
      readable(
        (checker['Environment'] as { Variables: Record<string, unknown> }).Variables['CHECK_QUEUE_URL'],
      ),
    ).toBe('QueuesChecks');
  });

  it('every queue is encrypted and refuses plain HTTP', () => {
    const queues = ofType(stack, 'AWS::SQS::Queue');
    expect(queues.length).toBe(5);
    for (const [, { Properties }] of queues) expect(Properties['SqsManagedSseEnabled']).toBe(true);

    const refused = ofType(stack, 'AWS::SQS::QueuePolicy').map(([, { Properties }]) =>
      JSON.stringify(Properties),
    );
    expect(refused.length).toBe(5);
    for (const policy of refused)
      expect(policy).toContain('"Condition":{"Bool":{"aws:SecureTransport":"false"}},"Effect":"Deny"');
  });
});

describe('the service secret', () => {
  it('is made by the stack, of 64 characters, and outlives it', () => {
    stack.template.hasResource('AWS::SecretsManager::Secret', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { GenerateSecretString: { PasswordLength: 64 } },
    });
  });
});

describe('a stack with some functions only', () => {
  it('has no boxes for those that are not there', () => {
    const partial = synthesised({}, ['feed', 'discovery']);

    expect(functionsOf(partial).length).toBe(2);
    expect(ofType(partial, 'AWS::Scheduler::Schedule')).toEqual([]);
    expect(ofType(partial, 'AWS::Lambda::EventSourceMapping')).toEqual([]);
  });

  it('is not built without a function that another one calls', () => {
    expect(() => synthesised({}, ['ingest', 'discovery'])).toThrow('ingest is not given BILLING_FUNCTION.');
    expect(functionsOf(synthesised({}, ['ingest', 'billing'])).length).toBe(2);
  });

  it('can be built before any function exists', () => {
    expect(ofType(synthesised({}, []), 'AWS::DynamoDB::GlobalTable').length).toBe(1);
  });
});

describe('the outputs', () => {
  it('say where the service and its parts are', () => {
    const outputs = stack.template.toJSON()['Outputs'] as Record<string, { Value: unknown }>;

    expect(Object.keys(outputs).sort()).toEqual([
      'AlarmTopicArn', 'AlarmsGoTo', 'DashboardName', 'DistributionHost', 'IngestOrigin', 'Issuer', 'PingUrlsLast', 'ServiceSecretArn', 'TableName', 'Url', 'UsedBy',
    ]); // prettier-ignore
    expect(readable(outputs['Url']?.Value)).toBe('https://EdgeDistribution.DomainName');
  });

  it.each(
    casesOf(2, [
      [
        {},
        'anyone who finds its address. For a private copy: npx cdk deploy -c guests=off -c signUp=closed -c admins=<your address>',
      ],
      [
        { guests: 'off', signUp: 'closed', admins: 'a@b.org' },
        'a@b.org, and anyone who already has an account or a guest token',
      ],
      [
        { guests: 'off' },
        'anyone who signs up. For a private copy: npx cdk deploy -c guests=off -c signUp=closed -c admins=<your address>',
      ],
      [
        { guests: 'off', signUp: 'example.com', admins: 'a@b.org' },
        'anyone with an address at example.com and a@b.org, and anyone who already has an account or a guest token',
      ],
    ] as const),
  )('and the synthesis say who may use it: %j', (settings, users) => {
    const { app, template } = synthesised(settings);

    template.hasOutput('UsedBy', { Value: users });
    const said = Annotations.fromStack(app.node.findChild('Rollcall') as Stack).findInfo(
      '*',
      Match.anyValue(),
    );
    expect(said.map(({ entry }) => entry.data)).toEqual([
      expect.stringContaining(`It may be used by ${users}`),
    ]);
  });

  it.each(
    casesOf(2, [
      [{}, 'spec'],
      [{ guests: 'off', signUp: 'closed', admins: 'a@b.org' }, 'unlimited'],
      [{ guests: 'off' }, 'spec'],
      [{ guests: 'off', signUp: 'closed', admins: 'a@b.org', allowance: 'spec' }, 'spec'],
      [{ allowance: 'unlimited' }, 'unlimited'],
    ] as const),
  )('%j makes the allowance %s', (settings, allowance) => {
    const { isUnlimited } = configFromEnv(environmentOf(synthesised(settings), 'ingest')).allowance ?? {};

    expect(isUnlimited).toBe(allowance === 'unlimited');
  });

  it.each([
    ['nobody, and what to do about it', {}, 'nobody: set alarmEmail, or subscribe to AlarmTopicArn'],
    ['whom', { alarmEmail: 'ops@example.com' }, 'ops@example.com, once confirmed'],
  ])('say that the alarms reach %s', (_, settings, reached) => {
    const { template } = synthesised(settings);

    template.hasOutput('AlarmsGoTo', { Value: reached });
  });
});
