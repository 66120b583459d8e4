import { Aws, CfnParameter, Duration, Fn, Stack, Stage, TimeZone } from 'aws-cdk-lib';
import { Schedule as EventSchedule } from 'aws-cdk-lib/aws-events';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { Monitor, Rollcall, Schedule, type MonitorProps } from '../../../lib/cdk.ts';
import { ownSecret, usersApp, type UsersApp } from '../../support/stack/app.ts';
import { isAllowed } from '../../support/stack/policy.ts';
import {
  ofType,
  propertiesOf,
  readable,
  statementsIn,
  statementsOf,
} from '../../support/stack/synthesised.ts';
import { faultsOf } from '../../support/stack/template-faults.ts';

const monitor = ({ stack, rollcall }: UsersApp, props: Partial<MonitorProps> = {}, id = 'Nightly') =>
  new Monitor(stack, id, { rollcall, ...props });
const declared = (users: UsersApp, of?: Stack) => {
  const resources = ofType(users.synthesise(of), 'Custom::RollcallMonitor');
  return resources.map(([, { Properties }]) => Properties);
};
const settings = (users: UsersApp) =>
  JSON.parse(String(declared(users)[0]?.['Settings'])) as Record<string, unknown>;

describe('a monitor in a template', () => {
  it('says where, by which key and what, and waits for the rights of its function', () => {
    const users = usersApp();
    monitor(users, {
      name: 'Nightly backup',
      schedule: Schedule.cron({ minute: '30', hour: '4' }),
      timeZone: 'Europe/Berlin',
      grace: Duration.minutes(10),
      maxDuration: Duration.hours(2),
      tags: ['prod', 'Db'],
      alertTo: 'ops@example.com',
      alertUrl: 'https://example.com/hook',
      alertRepeat: Duration.hours(6),
      alertAfterFailures: 2,
      alertChannels: false,
      onDelete: 'leave',
    });

    const stack = users.synthesise();
    const [[, resource] = []] = ofType(stack, 'Custom::RollcallMonitor');
    expect(resource?.Properties).toMatchObject({
      Slug: 'nightly-backup',
      OnDelete: 'leave',
      ServiceTimeout: '60',
    });
    expect(readable(resource?.Properties['Url'])).toContain('rollcallRollcallurl');
    expect(settings(users)).toEqual({
      name: 'Nightly backup', cron: '30 4 * * *', tz: 'Europe/Berlin', grace_sec: 600, max_duration_sec: 7_200, tags: ['db', 'prod'],
      alert_to: 'ops@example.com', alert_url: 'https://example.com/hook', alert_repeat_sec: 21_600, alert_after_failures: 2, alert_channels: false,
    }); // prettier-ignore
    expect(resource?.DependsOn?.join()).toContain('RollcallMonitorsRoleDefaultPolicy');
    expect(faultsOf(stack.template.toJSON())).toEqual([]);
  });

  it('has a ping a day as its least, under the id of its construct, and no field that nobody set', () => {
    const users = usersApp();
    monitor(users);

    expect(settings(users)).toEqual({ name: 'Nightly', interval_sec: 86_400 });
    expect(declared(users)[0]).not.toHaveProperty('OnDelete');
  });

  it('shares one function of its stack, which may write its log and read the key, and nothing else', () => {
    const users = usersApp();
    const hook = ownSecret(users.stack, 'Hook');
    monitor(users, { alertUrl: hook });
    monitor(users, {}, 'Hourly');

    const stack = users.synthesise();
    expect(ofType(stack, 'AWS::Lambda::Function')).toHaveLength(1);
    const { PolicyDocument } = propertiesOf(stack, 'AWS::IAM::Policy');
    const key = expect.stringMatching(/^secretsmanager:GetSecretValue \S*apikeysecretarn\S*$/);
    expect(statementsOf(PolicyDocument)).toEqual([key, `secretsmanager:GetSecretValue ${hook.secretArn}`]);
    const may = (resource: string) =>
      isAllowed(statementsIn(PolicyDocument), {
        action: 'secretsmanager:GetSecretValue',
        resource,
        leadingKeys: [],
      });
    const others = [`${hook.secretArn}x`, hook.secretArn.replace('Hook', 'Other')];
    expect([hook.secretArn, ...others].map(may)).toEqual([true, false, false]);
    const [role] = ofType(stack, 'AWS::IAM::Role').map(([, { Properties }]) => Properties);
    expect(role).not.toHaveProperty('ManagedPolicyArns');
    expect(propertiesOf(stack, 'AWS::Lambda::Function')).toMatchObject({
      Timeout: 55,
      Handler: 'index.handler',
    });
  });

  it('hands its ping URL on as a reference, and has no secret in it', () => {
    const users = usersApp();
    const { pingUrl, slug } = monitor(users);

    expect(JSON.stringify(users.stack.resolve(pingUrl.unsafeUnwrap()))).toMatch(
      /GetAtt.*RollcallMonitor[0-9a-f]{12}.*PingUrl/,
    );
    expect(JSON.stringify(users.stack.resolve(slug))).toContain('Slug');
  });

  it('is the same resource wherever it stands in its stack, and another under another name', () => {
    const ids = (place: (users: UsersApp) => void) => {
      const users = usersApp();
      place(users);
      return ofType(users.synthesise(), 'Custom::RollcallMonitor').map(([id]) => id);
    };
    const here = ids((users) => void monitor(users, { name: 'backup' }));

    expect(
      ids(
        (users) =>
          void new Monitor(new Construct(users.stack, 'Moved'), 'Other', {
            rollcall: users.rollcall,
            name: 'backup',
          }),
      ),
    ).toEqual(here);
    const moved = (users: UsersApp) =>
      Rollcall.fromUrl(users.stack, 'R', {
        url: 'https://new.example.com',
        apiKeySecret: ownSecret(users.stack),
      });
    expect(ids((users) => void monitor(users, { name: 'backup', rollcall: moved(users) }))).toEqual(here);
    expect(ids((users) => void monitor(users, { name: 'restore' }))).not.toEqual(here);
  });

  it('is declared in a Rollcall elsewhere by its URL and key', () => {
    const users = usersApp();
    const key = ownSecret(users.stack);
    const rollcall = Rollcall.fromUrl(users.stack, 'Other', {
      url: 'https://rollcall.example.com',
      apiKeySecret: key,
    });
    monitor(users, { rollcall });

    expect(declared(users)[0]).toMatchObject({
      Url: 'https://rollcall.example.com',
      ApiKeySecretArn: key.secretArn,
    });
  });
});

describe('a schedule', () => {
  const of = (schedule: Schedule, props: Partial<MonitorProps> = {}) => {
    const users = usersApp();
    monitor(users, { schedule, ...props });
    const { name: _, ...timing } = settings(users);
    return timing;
  };

  it.each([
    [
      'a cron of EventBridge',
      Schedule.cron({ minute: '0', hour: '8', weekDay: 'MON-FRI' }),
      { cron: '0 8 * * 1-5', tz: 'UTC', grace_sec: 3_600 },
    ],
    [
      'an expression of EventBridge',
      Schedule.expression('cron(0/15 * * * ? *)'),
      { cron: '0,15,30,45 * * * *', tz: 'UTC', grace_sec: 180 },
    ],
    ['five fields', Schedule.expression('*/5 * * * *'), { cron: '*/5 * * * *', tz: 'UTC', grace_sec: 90 }],
    ['a rate', Schedule.rate(Duration.hours(1)), { interval_sec: 4_320 }],
    ['an interval', Schedule.interval(Duration.minutes(5)), { interval_sec: 300 }],
    [
      'that of Scheduler, with its zone',
      Schedule.of(ScheduleExpression.cron({ minute: '30', hour: '4', timeZone: TimeZone.EUROPE_BERLIN })),
      { cron: '30 4 * * *', tz: 'Europe/Berlin', grace_sec: 3_600 },
    ],
    ['that of a rule', Schedule.of(EventSchedule.rate(Duration.days(1))), { interval_sec: 90_000 }],
  ])('%s is converted as an import converts it', (_, schedule, timing) => {
    expect(of(schedule)).toEqual(timing);
  });

  it.each([
    ['no weekday nearest to a day', Schedule.expression('cron(0 8 15W * ? *)'), '15W'],
    ['one run', Schedule.expression('at(2027-01-01T00:00:00)'), 'runs once'],
    ['some years', Schedule.cron({ year: '2030' }), 'no years'],
    ['none at all', Schedule.expression('every day'), 'five fields'],
    [
      'an hour that its zone skips',
      Schedule.of(ScheduleExpression.cron({ minute: '30', hour: '2', timeZone: TimeZone.EUROPE_BERLIN })),
      'skips',
    ],
    ['a day that never comes', Schedule.expression('0 0 30 2 *'), 'never occurs'],
    ['a rate that is too long', Schedule.expression('rate(400 days)'), '366 days'],
  ])('of %s is refused at synthesis with the reason, and the monitor named', (_, schedule, reason) => {
    expect(() => of(schedule)).toThrow(reason);
    expect(() => of(schedule)).toThrow('Monitor Jobs/Nightly: ');
  });

  it('has a zone of its own, or that of the monitor', () => {
    expect(of(Schedule.expression('0 8 * * *'), { timeZone: 'america/sao_paulo' })).toMatchObject({
      tz: 'america/sao_paulo',
    });
    expect(() => of(Schedule.expression('0 8 * * *'), { timeZone: 'Berlin' })).toThrow('tz must be');
  });
});

describe('bad input is refused at synthesis', () => {
  const token = () => new CfnParameter(usersApp().stack, 'P').valueAsString;
  it.each<[string, () => Partial<MonitorProps>, string]>([
    ['a name of nothing', () => ({ name: '  ' }), 'name'],
    [
      'a slug that is folded',
      () => ({ slug: 'Nightly Backup' }),
      'slug must be spelled as it is kept, "nightly-backup"',
    ],
    ['a name that is a token', () => ({ name: token() }), 'name must be known when the app is synthesised'],
    ['a slug that is a token', () => ({ slug: token() }), 'slug must be known'],
    [
      'a schedule that is a token',
      () => ({ schedule: Schedule.expression(token()) }),
      'schedule must be known',
    ],
    [
      'a zone that is a token',
      () => ({ schedule: Schedule.expression('0 8 * * *'), timeZone: token() }),
      'timeZone must be known',
    ],
    ['a tag that is a token', () => ({ tags: [token()] }), 'tags must be known'],
    [
      'a grace that is too short',
      () => ({ schedule: Schedule.expression('0 8 * * *'), grace: Duration.seconds(5) }),
      'grace must be 30 to 86400',
    ],
    [
      'a grace of an interval',
      () => ({ schedule: Schedule.interval(Duration.hours(1)), grace: Duration.minutes(5) }),
      'grace is of a cron schedule',
    ],
    ['a run that is too long', () => ({ maxDuration: Duration.days(2) }), 'maxDuration must be 60 to 86400'],
    ['a part of a second', () => ({ schedule: Schedule.interval(Duration.millis(45_500)) }), 'whole seconds'],
    ['a tag that is none', () => ({ tags: ['no spaces'] }), 'tags'],
    ['an address that is not public', () => ({ alertUrl: 'http://10.0.0.1/hook' }), 'alert_url'],
    ['half a failure', () => ({ alertAfterFailures: 1.5 }), 'alertAfterFailures must be 1 to 10'],
  ])('%s', (_, props, reason) => {
    expect(() => monitor(usersApp(), props())).toThrow(reason);
  });

  it('an address of a Rollcall without HTTPS', () => {
    const { stack } = usersApp();
    expect(() =>
      Rollcall.fromUrl(stack, 'R', { url: 'http://x.example.com', apiKeySecret: ownSecret(stack) }),
    ).toThrow('https://');
  });

  it('takes values of the deployment where none is needed before', () => {
    const users = usersApp();
    monitor(users, { alertTo: Fn.importValue('Ops'), alertUrl: `https://${Aws.REGION}.example.com/x` });

    expect(JSON.stringify(declared(users)[0]?.['Settings'])).toContain('Fn::ImportValue');
  });

  it('two monitors of one slug in an app, in one stack or in two', () => {
    const one = usersApp();
    monitor(one, { slug: 'backup' });
    monitor(one, { name: 'Backup' }, 'Other');
    expect(() => one.synthesise()).toThrow('the name of Jobs/Nightly');

    const two = usersApp();
    monitor(two, { slug: 'backup' });
    new Monitor(two.another('Jobs2'), 'Other', { rollcall: two.rollcall, slug: 'backup' });
    expect(() => two.app.synth()).toThrow('Jobs/Nightly');
  });

  it('not of one slug in two accounts, in two stages, or in two Rollcalls', () => {
    const users = usersApp();
    monitor(users);
    new Monitor(users.another('Far', { env: { account: '444455556666', region: 'us-east-1' } }), 'Nightly', {
      rollcall: users.rollcall,
    });
    for (const id of ['Dev', 'Prod'])
      new Monitor(new Stack(new Stage(users.app, id), 'Jobs'), 'Nightly', { rollcall: users.rollcall });
    const other = Rollcall.fromStack(users.stack, 'Other', { stackName: 'Rollcall-dev' });
    new Monitor(users.another('OfDev'), 'Nightly', { rollcall: other });

    expect(() => users.app.synth()).not.toThrow();
  });
});
