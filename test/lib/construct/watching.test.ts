import type { Stack } from 'aws-cdk-lib';
import { CfnParameter, Duration, NestedStack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Project, BuildSpec } from 'aws-cdk-lib/aws-codebuild';
import { ContainerImage, FargateTaskDefinition } from 'aws-cdk-lib/aws-ecs';
import { Rule, Schedule as EventSchedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SfnStateMachine, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Schedule as Scheduled, ScheduleExpression, TimeWindow } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke, SqsSendMessage, StepFunctionsStartExecution } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, Pass, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { describe, expect, it } from 'vitest';
import { Monitor, Rollcall, Schedule, type MonitorProps } from '../../../lib/cdk.ts';
import { slugOf, type MonitorDeclaration } from '../../../lib/construct/provider/declaration.ts';
import { ownSecret, usersApp, type UsersApp } from '../../support/stack/app.ts';
import { ofType, propertiesOf, readable, statementsOf } from '../../support/stack/synthesised.ts';
import { faultsOf } from '../../support/stack/template-faults.ts';

const machine = (stack: Stack, stateMachineType = StateMachineType.STANDARD) =>
  new StateMachine(stack, 'Machine', {
    definitionBody: DefinitionBody.fromChainable(new Pass(stack, 'Pass')),
    stateMachineType,
  });
const fn = (stack: Stack, id = 'Report') =>
  new Function(stack, id, {
    code: Code.fromInline('exports.handler = () => {};'),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
  });
const task = (stack: Stack) => {
  const definition = new FargateTaskDefinition(stack, 'Task', { family: 'nightly' });
  definition.addContainer('main', { image: ContainerImage.fromRegistry('busybox') });
  return definition;
};
const project = (stack: Stack) =>
  new Project(stack, 'Build', { projectName: 'images', buildSpec: BuildSpec.fromObject({ version: '0.2' }) });
const schedule = (
  stack: Stack,
  target: ConstructorParameters<typeof Scheduled>[2]['target'],
  id = 'Nightly',
) =>
  new Scheduled(stack, id, {
    schedule: ScheduleExpression.cron({ minute: '0', hour: '4' }),
    target,
    timeWindow: TimeWindow.flexible(Duration.minutes(10)),
  });
const monitor = ({ stack, rollcall }: UsersApp, props: Partial<MonitorProps> = {}) =>
  new Monitor(stack, 'M', { rollcall, ...props });

/** What is declared in the end, the references of a deployment made texts. */
function declared(users: UsersApp): (MonitorDeclaration & { settings: Record<string, unknown> })[] {
  const stack = users.synthesise();
  expect(faultsOf(stack.template.toJSON())).toEqual([]);
  return ofType(stack, 'Custom::RollcallMonitor').map(([, { Properties }]) => {
    const texts = Object.fromEntries(
      Object.entries(Properties).map(([name, value]) => [name, deployed(users, value)]),
    );
    return { ...(texts as unknown as MonitorDeclaration), settings: JSON.parse(texts['Settings'] ?? '{}') };
  });
}

/** A reference as its deployment fills it in: ARNs of this account, names of logical ids. */
function deployed(users: UsersApp, value: unknown): string {
  const at = 'us-east-1:123456789012';
  const types: Record<string, string> = Object.fromEntries(
    Object.entries(users.synthesise().resources).map(([id, { Type }]) => [id, Type]),
  );
  const named = (id: string) => {
    if (types[id] === 'AWS::StepFunctions::StateMachine') return `arn:aws:states:${at}:stateMachine:${id}`;
    if (types[id] === 'AWS::Lambda::Function') return `arn:aws:lambda:${at}:function:${id}`;
    if (types[id] === 'AWS::ECS::TaskDefinition') return `arn:aws:ecs:${at}:task-definition/nightly:7`;
    if (types[id] === 'AWS::CodeBuild::Project') return `arn:aws:codebuild:${at}:project/images`;
    if (types[id] === 'AWS::SQS::Queue') return `arn:aws:sqs:${at}:${id}`;
    return id.includes('eventbusarn') ? `arn:aws:events:${at}:event-bus/rollcall` : id;
  };
  if (typeof value !== 'object' || value === null) return String(value);
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  if (Array.isArray(join)) return (join[1] as unknown[]).map((part) => deployed(users, part)).join('');
  if (Array.isArray(attribute)) return named(String(attribute[0]));
  return named(String(Ref));
}

/** All that roles and queues of an app may do but log, invoke and start. */
const grants = (users: UsersApp) =>
  ofType(users.synthesise(), 'AWS::IAM::Policy')
    .flatMap(([, { Properties }]) =>
      statementsOf(Properties['PolicyDocument']).map(
        (grant) => `${[Properties['Roles']].flat().map(readable)} ${grant}`,
      ),
    )
    .filter((grant) => /PutEvents|SendMessage|Rollcall/.test(grant))
    .filter((grant) => !grant.includes('secretsmanager'))
    .sort();

describe('a monitor beside its job', () => {
  it('has the name of the events of a state machine, whatever the deployment calls it, and adds no right', () => {
    const users = usersApp();
    monitor(users).watchStateMachine(machine(users.stack));

    const [resource] = declared(users);
    expect(resource).not.toHaveProperty('Slug');
    expect(resource && slugOf(resource)).toMatch(/^states-machine[0-9a-f]+-[0-9a-f]{6}$/);
    expect(grants(users)).toEqual([]);
    expect(ofType(users.synthesise(), 'AWS::Events::Rule')).toEqual([]);
  });

  it('has those of a task and of a build, and adds no right', () => {
    const tasks = usersApp();
    monitor(tasks).watchTask(task(tasks.stack));
    expect(declared(tasks).map(slugOf)).toEqual(['ecs-nightly']);
    expect(grants(tasks)).toEqual([]);

    const builds = usersApp();
    monitor(builds).watchBuild(project(builds.stack));
    expect(declared(builds).map(slugOf)).toEqual(['codebuild-images']);
  });

  it('has both results of a function go to the default bus, by its own role and to no other bus', () => {
    const users = usersApp();
    monitor(users).watchFunction(fn(users.stack));

    expect(declared(users).map(slugOf)[0]).toMatch(/^lambda-report/);
    const { DestinationConfig } = propertiesOf(users.synthesise(), 'AWS::Lambda::EventInvokeConfig') as {
      DestinationConfig: Record<string, { Destination: unknown }>;
    };
    const bus = 'arn:<Partition>:events:us-east-1:123456789012:event-bus/default';
    expect(
      [DestinationConfig['OnSuccess'], DestinationConfig['OnFailure']].map((each) =>
        readable(each?.Destination),
      ),
    ).toEqual([bus, bus]);
    expect(grants(users)).toEqual([`ReportServiceRole events:PutEvents ${bus}`]);
  });

  it('has the times of a schedule, its window as grace, the events of its target, and is told what could not start', () => {
    const users = usersApp();
    monitor(users).watchSchedule(
      schedule(users.stack, new StepFunctionsStartExecution(machine(users.stack), {})),
    );

    const [resource] = declared(users);
    expect(resource?.settings).toMatchObject({ cron: '0 4 * * *', tz: 'Etc/UTC', grace_sec: 4_200 });
    expect(resource && slugOf(resource)).toMatch(/^states-machine/);
    const { Target } = propertiesOf(users.synthesise(), 'AWS::Scheduler::Schedule') as {
      Target: { DeadLetterConfig: { Arn: unknown } };
    };
    expect(readable(Target.DeadLetterConfig.Arn)).toContain('eventqueuearn');
    expect(grants(users)).toEqual([
      expect.stringMatching(/^SchedulerRoleForTarget\S+ sqs:SendMessage \S*eventqueuearn/),
    ]);
    expect(users.warnings()).toEqual([]);
  });

  it('of a schedule that calls a function has its results brought too', () => {
    const users = usersApp();
    monitor(users).watchSchedule(schedule(users.stack, new LambdaInvoke(fn(users.stack))));

    expect(declared(users).map(slugOf)[0]).toMatch(/^lambda-report/);
    expect(grants(users)).toEqual([
      'ReportServiceRole events:PutEvents arn:<Partition>:events:us-east-1:123456789012:event-bus/default',
      expect.stringContaining('sqs:SendMessage'),
    ]);
  });

  it('of a schedule whose target tells nothing has the name of the schedule, for the job to ping', () => {
    const users = usersApp();
    monitor(users).watchSchedule(schedule(users.stack, new SqsSendMessage(new Queue(users.stack, 'Q'))));

    expect(declared(users).map(slugOf)[0]).toMatch(/^schedule-nightly/);
  });

  it('has the times of a rule and its events, and its rule needs no role for what it could not start', () => {
    const users = usersApp();
    const targets = [new SfnStateMachine(machine(users.stack))];
    const rule = new Rule(users.stack, 'Daily', { schedule: EventSchedule.rate(Duration.days(1)), targets });
    monitor(users).watchRule(rule);

    const [resource] = declared(users);
    expect([
      resource?.settings['interval_sec'],
      resource && slugOf(resource).startsWith('states-machine'),
    ]).toEqual([90_000, true]);
    const { Targets } = propertiesOf(users.synthesise(), 'AWS::Events::Rule') as {
      Targets: { Arn: unknown; DeadLetterConfig: { Arn: unknown } }[];
    };
    expect(Targets.map((each) => readable(each.DeadLetterConfig.Arn))).toEqual([
      expect.stringContaining('eventqueuearn'),
    ]);
    expect(grants(users)).toEqual([]);
  });

  it('keeps a schedule and a grace of its own', () => {
    const users = usersApp();
    const own = { schedule: Schedule.expression('0 5 * * *'), grace: Duration.hours(3) };
    monitor(users, own).watchSchedule(
      schedule(users.stack, new StepFunctionsStartExecution(machine(users.stack), {})),
    );

    expect(declared(users)[0]?.settings).toMatchObject({ cron: '0 5 * * *', grace_sec: 10_800 });
  });

  it('of a Rollcall elsewhere brings the events of its job to the bus there, and nothing more', () => {
    const users = usersApp();
    const busArn = 'arn:aws:events:us-east-1:444455556666:event-bus/rollcall';
    const rollcall = Rollcall.fromUrl(users.stack, 'Far', {
      url: 'https://rollcall.example.com',
      apiKeySecret: ownSecret(users.stack),
      eventBusArn: busArn,
      accountAlias: 'prod',
    });
    monitor(users, { rollcall }).watchStateMachine(machine(users.stack));

    expect(declared(users).map(slugOf)[0]).toMatch(/^prod-states-machine/);
    const { EventPattern, Targets } = propertiesOf(users.synthesise(), 'AWS::Events::Rule') as {
      EventPattern: Record<string, unknown>;
      Targets: { Arn: unknown }[];
    };
    expect(EventPattern).toMatchObject({
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
    });
    expect(readable((EventPattern['detail'] as { stateMachineArn: unknown[] }).stateMachineArn[0])).toBe(
      'Machine',
    );
    expect(Targets.map(({ Arn }) => readable(Arn))).toEqual([busArn]);
    expect(grants(users)).toEqual([expect.stringMatching(`^MEventsEventsRole events:PutEvents ${busArn}$`)]);
  });

  it('is the same resource in a nested stack, however many values the deployment draws before', () => {
    const idIn = (values: number) => {
      const users = usersApp();
      for (let at = 0; at < values; at += 1) new CfnParameter(users.stack, `P${at}`).valueAsString.toString();
      const nested = new NestedStack(users.stack, 'Nested');
      new Monitor(nested, 'M', { rollcall: users.rollcall }).watchStateMachine(machine(nested));
      const resources = Template.fromStack(nested).toJSON()['Resources'] as Record<string, { Type: string }>;
      return Object.entries(resources)
        .filter(([, { Type }]) => Type === 'Custom::RollcallMonitor')
        .map(([id]) => id);
    };

    expect(idIn(7)).toEqual(idIn(0));
  });

  it('is the same resource wherever it stands, and two of one job are refused', () => {
    const users = usersApp();
    const watched = machine(users.stack);
    monitor(users).watchStateMachine(watched);
    new Monitor(users.stack, 'Again', { rollcall: users.rollcall }).watchStateMachine(watched);

    expect(() => users.synthesise()).toThrow('the name of Jobs/M');
  });

  it.each<[string, (users: UsersApp) => unknown, string]>([
    [
      'with a slug of its own',
      (users) => monitor(users, { slug: 'nightly' }).watchStateMachine(machine(users.stack)),
      'slug is "nightly"',
    ],
    [
      'of two jobs',
      (users) => monitor(users).watchStateMachine(machine(users.stack)).watchFunction(fn(users.stack)),
      'watches a job already',
    ],
    [
      'of an express workflow',
      (users) => monitor(users).watchStateMachine(machine(users.stack, StateMachineType.EXPRESS)),
      'express workflows',
    ],
    [
      'of a function with destinations',
      (users) => {
        const own = fn(users.stack);
        own.configureAsyncInvoke({ onFailure: new SqsDestination(new Queue(users.stack, 'Q')) });
        monitor(users).watchFunction(own);
      },
      'says itself where the results',
    ],
    [
      'of a rule of events',
      (users) =>
        monitor(users).watchRule(
          new Rule(users.stack, 'R', {
            eventPattern: { source: ['a'] },
            targets: [new LambdaFunction(fn(users.stack))],
          }),
        ),
      'has no times',
    ],
    [
      'of a rule with two targets',
      (users) => {
        const targets = [new LambdaFunction(fn(users.stack)), new LambdaFunction(fn(users.stack, 'Other'))];
        monitor(users).watchRule(
          new Rule(users.stack, 'R', { schedule: EventSchedule.rate(Duration.days(1)), targets }),
        );
      },
      '2 targets',
    ],
    [
      'of a schedule of another app',
      (users) =>
        monitor(users).watchSchedule(
          Scheduled.fromScheduleArn(
            users.stack,
            'S',
            'arn:aws:scheduler:us-east-1:123456789012:schedule/default/x',
          ),
        ),
      'no schedule of this app',
    ],
    [
      'where events are heard nowhere',
      (users) => {
        const rollcall = Rollcall.fromUrl(users.stack, 'Far', {
          url: 'https://x.example.com',
          apiKeySecret: ownSecret(users.stack),
        });
        monitor(users, { rollcall }).watchStateMachine(machine(users.stack));
      },
      'eventBusArn of Rollcall.fromUrl',
    ],
  ])('%s is refused', (_, act, reason) => {
    const users = usersApp();
    expect(() => act(users)).toThrow(reason);
    expect(() => act(usersApp())).toThrow('Monitor Jobs/M: ');
  });

  it('whose schedule has a role that this stack does not make says what to grant', () => {
    const users = usersApp();
    const role = Role.fromRoleArn(users.stack, 'Given', 'arn:aws:iam::123456789012:role/given');
    monitor(users).watchSchedule(
      schedule(users.stack, new StepFunctionsStartExecution(machine(users.stack), { role })),
    );

    expect(users.warnings().join()).toContain('give it sqs:SendMessage');
  });
});

describe('what a schedule could not start', () => {
  it('stays where its owner has it, of which the synthesis warns', () => {
    const users = usersApp();
    const deadLetterQueue = new Queue(users.stack, 'Own');
    const target = new StepFunctionsStartExecution(machine(users.stack), { deadLetterQueue });
    monitor(users).watchSchedule(schedule(users.stack, target));

    const { Target } = propertiesOf(users.synthesise(), 'AWS::Scheduler::Schedule');
    expect(readable((Target as { DeadLetterConfig: { Arn: unknown } }).DeadLetterConfig.Arn)).toBe('Own');
    expect(users.warnings().join()).toContain('a dead-letter queue of its own');
  });

  it('is told nobody by a Rollcall elsewhere whose queue is not named, of which the synthesis warns', () => {
    const users = usersApp();
    const eventBusArn = 'arn:aws:events:us-east-1:444455556666:event-bus/rollcall';
    const apiKeySecret = ownSecret(users.stack);
    const url = 'https://rollcall.example.com';
    const rollcall = Rollcall.fromUrl(users.stack, 'Far', { url, apiKeySecret, eventBusArn });
    const target = new StepFunctionsStartExecution(machine(users.stack), {});
    monitor(users, { rollcall }).watchSchedule(schedule(users.stack, target));

    expect(users.warnings().join()).toContain('eventQueueArn of Rollcall.fromUrl is not set');
    expect(ofType(users.synthesise(), 'AWS::Events::Rule')).toHaveLength(1);
  });
});

describe('every schedule of an app', () => {
  it('gets its monitor, where its target tells how it ends, and of the others the synthesis warns', () => {
    const users = usersApp();
    const { stack } = users;
    Monitor.ofEvery(users.app, { rollcall: users.rollcall, tags: ['jobs'] });
    const watched = machine(stack);
    schedule(stack, new StepFunctionsStartExecution(watched, {}));
    new Rule(stack, 'Daily', {
      schedule: EventSchedule.rate(Duration.days(1)),
      targets: [new LambdaFunction(fn(stack))],
    });
    schedule(stack, new SqsSendMessage(new Queue(stack, 'Q')), 'ToQueue');
    new Rule(stack, 'Hourly', {
      schedule: EventSchedule.rate(Duration.hours(1)),
      targets: [new SqsQueue(new Queue(stack, 'P'))],
    });
    new Scheduled(stack, 'Once', {
      schedule: ScheduleExpression.at(new Date('2027-01-01')),
      target: new StepFunctionsStartExecution(watched, {}),
    });
    new Rule(stack, 'OfEvents', {
      eventPattern: { source: ['mine'] },
      targets: [new LambdaFunction(fn(stack, 'Other'))],
    });

    const found = declared(users);

    expect(found.map((each) => slugOf(each).split('-')[0]).sort()).toEqual(['lambda', 'states']);
    expect(found.map(({ settings: { name, tags } }) => [name, tags]).sort()).toEqual([
      ['Jobs/Daily', ['jobs']],
      ['Jobs/Nightly', ['jobs']],
    ]);
    const warned = users.warnings().join('\n');
    for (const reason of ['No events tell', 'runs once']) expect(warned).toContain(reason);
    expect(grants(users).filter((grant) => grant.includes('PutEvents'))).toEqual([
      expect.stringMatching(/^ReportServiceRole /),
    ]);
  });

  it('leaves alone what somebody watches already', () => {
    const users = usersApp();
    monitor(users).watchSchedule(
      schedule(users.stack, new StepFunctionsStartExecution(machine(users.stack), {})),
    );
    Monitor.ofEvery(users.app, { rollcall: users.rollcall });

    expect(declared(users)).toHaveLength(1);
  });
});

it('a role of a schedule that several share is granted once', () => {
  const users = usersApp();
  const role = new Role(users.stack, 'Shared', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
  });
  Monitor.ofEvery(users.app, { rollcall: users.rollcall });
  schedule(users.stack, new LambdaInvoke(fn(users.stack, 'A'), { role }), 'One');
  schedule(users.stack, new LambdaInvoke(fn(users.stack, 'B'), { role }), 'Two');

  expect(grants(users).filter((grant) => grant.includes('SendMessage'))).toHaveLength(1);
});
