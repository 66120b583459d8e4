import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { recordedAt } from '../../../support/aws/recorded-events.ts';
import { expectRefusal } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

/** As `aws scheduler get-schedule` prints one (its reference). */
const ACCOUNT = 'us-east-1:123456789012';
const schedule = (Name: string, ScheduleExpression: string, more: object = {}) => ({
  ActionAfterCompletion: 'NONE',
  Arn: `arn:aws:scheduler:${ACCOUNT}:schedule/default/${Name}`,
  CreationDate: '2026-01-02T10:00:00.000000+00:00',
  FlexibleTimeWindow: { Mode: 'OFF' },
  GroupName: 'default',
  Name,
  ScheduleExpression,
  ScheduleExpressionTimezone: 'UTC',
  State: 'ENABLED',
  Target: {
    Arn: `arn:aws:sqs:${ACCOUNT}:${Name}`,
    Input: '{"password":"of the payload"}',
    RoleArn: 'arn:aws:iam::123456789012:role/x',
  },
  ...more,
});
const to = (Arn: string, more: object = {}) => ({ Target: { Arn, ...more } });

const service = shared(startTestService);

async function imported(who: Person, body: object, query = '?apply=1') {
  return (await who.call('POST', `/api/import/aws${query}`, body)).json;
}
const monitorsOf = async (who: Person) =>
  (await who.call('GET', '/api/endpoints')).json['endpoints'] as Record<string, unknown>[];

describe('importAws', () => {
  it('proposes schedule, zone, grace of the window and the wiring that fits the target, then makes them', async () => {
    const who = await service.guest();
    const body = {
      schedules: [
        schedule('nightly', 'cron(15 3 ? * MON-FRI *)', {
          ScheduleExpressionTimezone: 'Europe/Berlin',
          FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
          ...to(`arn:aws:states:${ACCOUNT}:stateMachine:state-machine`),
        }),
        schedule('often', 'rate(5 minutes)', to(`arn:aws:lambda:${ACCOUNT}:function:sync`)),
        schedule('queue', 'cron(0 6 * * ? *)', { State: 'DISABLED' }),
        schedule('once', 'at(2027-05-01T10:00:00)'),
        schedule('last', 'cron(0 6 L * ? *)'),
        schedule('over', 'rate(1 hour)', { EndDate: '2027-01-01T00:00:00+00:00' }),
      ],
      rules: [
        {
          Name: 'task',
          State: 'ENABLED',
          ScheduleExpression: 'cron(0 0 * * ? *)',
          Targets: [
            {
              Id: '1',
              Arn: `arn:aws:ecs:${ACCOUNT}:cluster/c`,
              EcsParameters: { TaskDefinitionArn: `arn:aws:ecs:${ACCOUNT}:task-definition/report:7` },
            },
          ],
        },
        { Name: 'pattern', State: 'ENABLED', EventPattern: '{}' },
        { Name: 'bare', State: 'ENABLED', ScheduleExpression: 'rate(1 day)' },
      ],
    };
    const proposed = await imported(who, body, '');
    expect(proposed).toMatchObject({
      applied: false,
      would_create: 4,
      proposals: [
        {
          name: 'nightly',
          slug: 'states-state-machine',
          cron: '15 3 * * 1-5',
          tz: 'Europe/Berlin',
          grace_sec: 4_500,
          wiring: { by: 'events' },
        },
        { name: 'often', slug: 'lambda-sync', interval_sec: 390, wiring: { by: 'destinations' } },
        { name: 'queue', slug: 'schedule-queue', wiring: { by: 'ping' } },
        { from: 'rules', index: 0, slug: 'ecs-report', wiring: { by: 'events' } },
      ],
      lost: [{ name: 'queue', field: 'State' }],
    });
    expect(
      proposed['left_out'].map(({ name, detail }: Record<string, string>) => `${name}: ${detail}`),
    ).toEqual([
      expect.stringMatching(/^once: it runs once/),
      expect.stringMatching(/^last: cron has no last day/),
      'over: it has ended.',
      expect.stringMatching(/^pattern: it has no schedule/),
      expect.stringMatching(/^bare: it has no targets/),
    ]);
    expect(JSON.stringify(proposed)).not.toContain('of the payload');
    expect(await monitorsOf(who)).toEqual([]);

    const made = await imported(who, body);
    expect(made['created']).toHaveLength(4);
    const again = await imported(who, body);
    expect(again).toMatchObject({ applied: true, would_create: 0, created: [], existing: [{}, {}, {}, {}] });
    expect(again['existing'].flatMap(({ differs }: { differs: string[] }) => differs)).toEqual([]);
    const { key } = (await who.call('GET', '/api/ingest-key')).json;
    const event = recordedAt('statesSucceeded', service.clock.now() - 1_000);
    await service.call('POST', `/_local/events?key=${key}`, { body: event });
    const monitors = await monitorsOf(who);
    expect(monitors).toHaveLength(4);
    expect(monitors.find(({ slug }) => slug === 'states-state-machine')).toMatchObject({
      state: 'ok',
      cron: '15 3 * * 1-5',
    });
    expect(monitors.find(({ slug }) => slug === 'schedule-queue')).toMatchObject({ state: 'paused' });
  });

  it('takes no more targets than an import has monitors', async () => {
    const who = await service.guest();
    const rules = Array.from({ length: LIMITS.importMaxMonitors / 10 + 1 }, (_, rule) => ({
      Name: `rule-${rule}`,
      ScheduleExpression: 'rate(1 day)',
      Targets: Array.from({ length: 10 }, (_each, at) => ({
        Arn: `arn:aws:lambda:${ACCOUNT}:function:f-${rule}-${at}`,
      })),
    }));
    const refused = await who.call('POST', '/api/import/aws?apply=1', { rules });
    expectRefusal(refused, { status: 400, error: 'corpo_invalido', names: ['5000', '5010'] });
    expect(await monitorsOf(who)).toEqual([]);
  });

  it('leaves a monitor that an event has made as it learns, and says so', async () => {
    const who = await service.guest();
    const { key } = (await who.call('GET', '/api/ingest-key')).json;
    const event = recordedAt('statesSucceeded', service.clock.now() - 1_000);
    await service.call('POST', `/_local/events?key=${key}`, { body: event });
    const target = to(`arn:aws:states:${ACCOUNT}:stateMachine:state-machine`);
    const made = await imported(who, { schedules: [schedule('nightly', 'cron(15 3 * * ? *)', target)] });
    expect(made).toMatchObject({
      would_create: 0,
      existing: [{ slug: 'states-state-machine', differs: expect.arrayContaining(['cron']) }],
    });
    expect(await monitorsOf(who)).toMatchObject([{ learning: { runs: expect.any(Number) } }]);
  });

  it('leaves out two schedules of one target, and what a dry run or a bad body says', async () => {
    const who = await service.guest();
    const target = to(`arn:aws:states:${ACCOUNT}:stateMachine:x`);
    const body = { schedules: [schedule('a', 'rate(1 day)', target), schedule('b', 'rate(2 days)', target)] };
    expect(await imported(who, body)).toMatchObject({
      would_create: 0,
      left_out: [{ name: 'a' }, { name: 'b' }],
    });
    expect(await imported(who, { schedules: [schedule('c', 'rate(1 day)')] }, '?dry_run=true')).toMatchObject(
      {
        dry_run: true,
      },
    );
    expect(await monitorsOf(who)).toEqual([]);
    const { status, json } = await who.call('POST', '/api/import/aws', { schedules: [{ Name: 'x' }] });
    expect([status, json['error']]).toEqual([400, 'corpo_invalido']);
  });

  it('takes five thousand jobs at once and no more, however many targets its rules have', async () => {
    const who = await service.guest();
    const Targets = Array.from({ length: 10 }, (_, at) => ({ Arn: `arn:aws:sqs:${ACCOUNT}:queue-${at}` }));
    const rules = Array.from({ length: 501 }, (_, at) => ({
      Name: `rule-${at}`,
      ScheduleExpression: 'rate(1 hour)',
      Targets,
    }));

    expect(await imported(who, { rules: rules.slice(1) }, '')).toMatchObject({ applied: false });
    expect(await imported(who, { rules }, '')).toMatchObject({
      error: 'corpo_invalido',
      detail: expect.stringContaining('at most 5000 together; got 5010'),
    });
  });

  it('names what a universal target calls as its events do, by its Input, and leaves out what does not say it', async () => {
    const who = await service.guest();
    const call = (name: string, action: string, input: unknown) =>
      schedule(
        name,
        'rate(1 day)',
        to(`arn:aws:scheduler:::aws-sdk:${action}`, {
          Input: typeof input === 'string' ? input : JSON.stringify(input),
        }),
      );
    const named: [string, string, object, string, string][] = [
      ['b', 'batch:submitJob', { JobDefinition: 'first-run:3', JobName: 'x' }, 'batch-first-run', 'events'],
      ['g', 'glue:startJobRun', { JobName: 'myjob' }, 'glue-myjob', 'events'],
      ['w', 'glue:startCrawler', { Name: 'files' }, 'crawler-files', 'events'],
      ['s', 'sfn:startExecution', { StateMachineArn: `arn:aws:states:${ACCOUNT}:stateMachine:nightly:live` }, 'states-nightly', 'events'],
      ['e', 'ecs:runTask', { TaskDefinition: `arn:aws:ecs:${ACCOUNT}:task-definition/report:7` }, 'ecs-report', 'events'],
      ['eg', 'ecs:runTask', { TaskDefinition: 'grouped', Group: 'mine' }, 'ecs-grouped', 'ping'],
      ['c', 'codebuild:startBuild', { ProjectName: 'site' }, 'codebuild-site', 'ping'],
      ['d', 'datasync:startTaskExecution', { TaskArn: `arn:aws:datasync:${ACCOUNT}:task/task-08de` }, 'datasync-task-08de', 'events'],
      ['l', 'lambda:invoke', { FunctionName: 'tidy:live', InvocationType: 'Event' }, 'lambda-tidy', 'destinations'],
      ['lw', 'lambda:invoke', { FunctionName: 'waited' }, 'lambda-waited', 'ping'],
      ['q', 'sqs:sendMessage', { QueueUrl: 'https://x' }, 'schedule-q', 'ping'],
    ]; // prettier-ignore
    const bad: [string, string, unknown, string][] = [
      ['none', 'batch:submitJob', { JobQueue: 'secret-queue' }, 'JobDefinition'],
      ['list', 'glue:startJobRun', ['myjob'], 'JobName'],
      ['text', 'sfn:startExecution', '{"StateMachineArn"', 'StateMachineArn'],
      ['deep', 'glue:startJobRun', '['.repeat(100_000), 'JobName'],
      ['long', 'glue:startJobRun', { JobName: 'x', Arguments: 'x'.repeat(262_144) }, 'JobName'],
    ];
    const proposed = await imported(
      who,
      {
        schedules: [
          ...named.map(([name, action, input]) => call(name, action, input)),
          ...bad.map(([name, action, input]) => call(name, action, input)),
          schedule('nope', 'rate(1 day)', to('nope')),
          schedule('cluster', 'rate(1 day)', to(`arn:aws:ecs:${ACCOUNT}:cluster/c`)),
          schedule('build', 'rate(1 day)', to(`arn:aws:codebuild:${ACCOUNT}:project/docs`)),
        ],
      },
      '',
    );
    const shown = proposed['proposals'].map(
      ({ name, slug, wiring }: { name: string; slug: string; wiring: { by: string } }) => [
        name,
        slug,
        wiring.by,
      ],
    );
    expect(shown).toEqual([
      ...named.map(([name, , , slug, by]) => [name, slug, by]),
      ['build', 'codebuild-docs', 'ping'],
    ]);
    expect(
      proposed['left_out'].map(({ name, detail }: Record<string, string>) => `${name}: ${detail}`),
    ).toEqual([
      ...bad.map(
        ([name, , , field]) => `${name}: the Input of its Target has no ${field}, which its events need.`,
      ),
      'nope: its Target.Arn "nope" is not an ARN.',
      'cluster: its Target has no EcsParameters.TaskDefinitionArn, which its events need.',
    ]);
    expect(JSON.stringify(proposed)).not.toContain('secret-queue');
  });

  it('feeds the monitor of a universal target by the events of its job', async () => {
    const who = await service.guest();
    const Input = JSON.stringify({ JobDefinition: 'first-run-job-definition' });
    const target = to('arn:aws:scheduler:::aws-sdk:batch:submitJob', { Input });
    await imported(who, { Schedules: [schedule('b1', 'rate(1 day)', target)] });
    const { key } = (await who.call('GET', '/api/ingest-key')).json;
    const body = recordedAt('batchFailed', service.clock.now() - 1_000);
    await service.call('POST', `/_local/events?key=${key}`, { body });
    expect(await monitorsOf(who)).toMatchObject([
      { slug: 'batch-first-run-job-definition', incident: { reason: 'fail' } },
    ]);
  });

  it('takes the lists as the command line spells them, and refuses a body that has neither or more', async () => {
    const who = await service.guest();
    const rule = {
      Name: 'r',
      ScheduleExpression: 'rate(1 day)',
      Targets: [{ Arn: `arn:aws:sns:${ACCOUNT}:t` }],
    };
    expect(
      await imported(who, { Schedules: [schedule('a', 'rate(1 day)')], Rules: [rule] }, ''),
    ).toMatchObject({
      proposals: [
        { from: 'schedules', name: 'a' },
        { from: 'rules', name: 'r' },
      ],
    });
    for (const [body, error, name] of [
      [{}, 'corpo_invalido', 'schedules, rules'],
      [{ foo: 1 }, 'campo_desconhecido', 'foo'],
      [{ schedules: [], Rule: [] }, 'campo_desconhecido', 'Rule'],
      [{ rules: [], Rules: [rule] }, 'corpo_invalido', 'rules and Rules'],
      // As list-schedules has them.
      [{ Schedules: [{ Name: 'a', Target: { Arn: 'x' } }] }, 'corpo_invalido', 'Schedules'],
    ] as const)
      expectRefusal(await who.call('POST', '/api/import/aws?apply=1', body), {
        status: 400,
        error,
        names: [name],
      });
    expect(await monitorsOf(who)).toEqual([]);
  });
});

describe('names', () => {
  it('of schedules of one name in two groups are two, as those of their dead letters', async () => {
    const who = await service.guest();
    const grouped = (group: string) =>
      schedule('nightly', 'rate(1 hour)', {
        GroupName: group,
        Arn: `arn:aws:scheduler:${ACCOUNT}:schedule/${group}/nightly`,
      });
    const { proposals, left_out } = await imported(who, {
      schedules: [grouped('default'), grouped('billing')],
    });
    expect(left_out).toEqual([]);
    const [plain, other] = proposals.map(({ slug }: { slug: string }) => slug);
    expect([plain, other]).toEqual([
      'schedule-nightly',
      expect.stringMatching(/^schedule-billing-nightly-[0-9a-f]{6}$/),
    ]);

    const { key } = (await who.call('GET', '/api/ingest-key')).json;
    const SCHEDULE_ARN = { DataType: 'String', StringValue: grouped('billing').Arn };
    const body = { MessageId: 'm', Body: '{}', MessageAttributes: { SCHEDULE_ARN } };
    await service.call('POST', `/_local/events?key=${key}`, { body });
    const failing = (await monitorsOf(who)).filter(({ incident }) => incident !== null);
    expect(failing.map(({ slug }) => slug)).toEqual([other]);
    expect(await monitorsOf(who)).toHaveLength(2);
  });

  it('of another account or region are those of its events, where the service knows its own', async () => {
    await using deployed = await startTestService();
    Object.assign(deployed.core.config, {
      region: 'us-east-1',
      identityPings: {
        account: '999900001111',
        aliases: { '123456789012': 'prod' },
        busArn: 'b',
        hookArn: 'h',
      },
    });
    const who = await deployed.guest();
    const machine = (place: string) => to(`arn:aws:states:${place}:stateMachine:sm`);
    const { proposals } = await imported(who, {
      schedules: [
        schedule('a', 'rate(1 hour)', machine('us-east-1:999900001111')),
        schedule('b', 'rate(1 hour)', machine(ACCOUNT)),
        schedule('c', 'rate(1 hour)', machine('eu-west-1:999900001111')),
        schedule('d', 'rate(1 hour)'),
      ],
    });
    expect(proposals.map(({ slug }: { slug: string }) => slug)).toEqual([
      'states-sm',
      'prod-states-sm',
      'eu-west-1-states-sm',
      'prod-schedule-d',
    ]);
    const { key } = (await who.call('GET', '/api/ingest-key')).json;
    const event = recordedAt('statesFailed', deployed.clock.now() - 1_000, {
      stateMachineArn: `arn:aws:states:${ACCOUNT}:stateMachine:sm`,
    });
    const query = 'account=999900001111&accounts=123456789012=prod';
    await deployed.call('POST', `/_local/events?key=${key}&${query}`, { body: event });
    const failing = (await monitorsOf(who)).filter(({ incident }) => incident !== null);
    expect(failing.map(({ slug }) => slug)).toEqual(['prod-states-sm']);
  });
});
