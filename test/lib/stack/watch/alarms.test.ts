import { readFileSync } from 'node:fs';
import type { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { METRIC_FROM } from '../../../../lib/runtime/report/metrics.ts';
import { ofType, readable, synthesised, type Synthesised } from '../../../support/stack/synthesised.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised({ mailFrom: 'alerts@example.com' });
});

const alarms = () =>
  ofType(stack, 'AWS::CloudWatch::Alarm').map(([id, { Properties }]) => ({
    name: id.replace(/^Alarms|[0-9A-F]{8}$/g, ''),
    Properties,
  }));

function alarm(name: string): Record<string, unknown> {
  const found = alarms().find((one) => one.name === name);
  if (!found) throw new Error(`No alarm ${name}.`);
  return found.Properties;
}

const PINGS = '($.routeKey = "*/in/*")';
const READINGS = '($.routeKey = "* /r/*") || ($.routeKey = "* /i/*")';

const composites = () =>
  ofType(stack, 'AWS::CloudWatch::CompositeAlarm').map(([id, { Properties }]) => ({
    name: id.replace(/^Alarms|[0-9A-F]{8}$/g, ''),
    Properties,
  }));

/** The alarms of which one is enough. */
const anyOf = (rule: unknown) => {
  const written = readable(rule);
  const names = [...written.matchAll(/ALARM\("Alarms(\w+)"\)/g)].map(([, name = '']) => name);
  expect(written).toBe(`(${names.map((name) => `ALARM("Alarms${name}")`).join(' OR ')})`);
  return names;
};

/** The metrics of an alarm as `name of dimension`, and the expression over them. */
function metricsOf(name: string): string[] {
  const parts = alarm(name)['Metrics'] as {
    Id: string;
    Expression?: string;
    MetricStat?: {
      Metric: { MetricName: string; Namespace: string; Dimensions?: { Value: unknown }[] };
      Period: number;
      Stat: string;
    };
  }[];
  return parts.map(({ Id, Expression, MetricStat }) => {
    if (!MetricStat) return String(Expression);
    const { Metric, Period, Stat } = MetricStat;
    const of = Metric.Dimensions?.map(({ Value }) => readable(Value)).join(' ') ?? Metric.Namespace;
    return `${Id}: ${Stat} ${Metric.MetricName} of ${of} each ${Period}`;
  });
}

const rings = {
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  Threshold: 1,
  EvaluationPeriods: 1,
  TreatMissingData: 'notBreaching',
};
const warns = { ...rings, EvaluationPeriods: 4, DatapointsToAlarm: 1 };
const lasts = { ...rings, EvaluationPeriods: 3, DatapointsToAlarm: 1 };

describe('the alarms', () => {
  it.each([
    ['a check that does not succeed for a quarter of an hour', 'CheckerMissing', 'checkerFunction', 300, 3],
    ['a canary that does not come through for five minutes', 'CanaryMissing', 'canaryFunction', 60, 5],
  ])('%s raises one, whether no run started or each failed', (_, name, fn, period, periods) => {
    expect(alarm(name)).toMatchObject({
      ...rings,
      EvaluationPeriods: periods,
      DatapointsToAlarm: periods,
      TreatMissingData: 'breaching',
    });
    // The least errors of all runs is 1 when each failed; a period without a run is filled as such.
    expect(metricsOf(name)).toEqual(['FILL(figure, 1)', `figure: Minimum Errors of ${fn} each ${period}`]);
  });

  it.each([
    ['DeadLetters', warns, 'ApproximateNumberOfMessagesVisible', 'QueuesDeadLetters.QueueName'],
    ['NotifierErrors', rings, 'Errors', 'notifierFunction'],
    ['BridgeErrors', warns, 'Errors', 'bridgeFunction'],
  ])('%s rings at the first', (name, how, metric, dimension) => {
    expect(alarm(name)).toMatchObject({ ...how, MetricName: metric, Period: 300 });
    const [only] = alarm(name)['Dimensions'] as { Value: unknown }[];
    expect(readable(only?.Value)).toBe(dimension);
  });

  it.each([
    ['BlindWindow', rings, 'BlindSec', 3 * 60],
    ['DueLag', rings, 'DueLagSec', 15 * 60],
  ])('%s rings at the first check that reports it', (name, how, metric, threshold) => {
    const own = { Namespace: 'Rollcall', MetricName: metric, Statistic: 'Maximum', Period: 300 };
    expect(alarm(name)).toMatchObject({ ...how, ...own, Threshold: threshold });
    // The functions write their figures without dimensions: with some, there would be nothing to see.
    expect(alarm(name)).not.toHaveProperty('Dimensions');
  });

  it('a dead or slow receiver alone raises none, many given up on or late within an hour do, and a mail that cannot go out does', () => {
    const figure = { Namespace: 'Rollcall', Statistic: 'Sum' };
    const many = { ...figure, MetricName: 'AlertsUntold', Period: 3600, Threshold: 20 };
    expect(alarm('AlertsGivenUp')).toMatchObject({ ...rings, ...many });
    expect(alarm('MailsGivenUp')).toMatchObject({
      ...rings,
      ...figure,
      MetricName: 'MailsFailed',
      Period: 300,
    });
  });

  it('a mail that waits for ten minutes for its service raises one', () => {
    const own = { Namespace: 'Rollcall', MetricName: 'MailsLate', Statistic: 'Sum', Period: 300 };
    expect(alarm('MailsLate')).toMatchObject({ ...rings, ...own });
  });

  it('an alert that comes back to the queue again and again raises one', () => {
    const own = { Namespace: 'Rollcall', MetricName: 'AlertsUnsettled', Statistic: 'Sum', Period: 300 };
    expect(alarm('AlertsUnsettled')).toMatchObject({ ...rings, ...own });
  });

  it('a cap on confirmation mails that is reached raises one', () => {
    const own = { Namespace: 'Rollcall', MetricName: 'ConfirmationsHeld', Statistic: 'Sum', Period: 300 };
    expect(alarm('ConfirmationsHeld')).toMatchObject({ ...rings, ...own });
    expect(alarm('ConfirmationsHeld')).not.toHaveProperty('Dimensions');
  });

  it('a check that is starved raises one: not finished for 15 minutes', () => {
    expect(alarm('ChecksBehind')).toMatchObject({
      Namespace: 'Rollcall',
      MetricName: 'CheckAgeSec',
      Statistic: 'Maximum',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 15 * 60,
      Period: 300,
      EvaluationPeriods: 2,
      DatapointsToAlarm: 2,
      TreatMissingData: 'notBreaching',
    });
    expect(alarm('ChecksBehind')).not.toHaveProperty('Dimensions');
  });

  it('checks that fail for some items raise one at the second, also when both fall into one period', () => {
    expect(alarm('ChecksFailing')).toMatchObject({ ...rings, EvaluationPeriods: 5, DatapointsToAlarm: 2 });
    expect(metricsOf('ChecksFailing')).toEqual([
      'FILL(figure, 0)',
      'figure: Sum ChecksFailed of Rollcall each 300',
    ]);
  });

  it('alerts that nothing takes for 15 minutes raise one', () => {
    expect(alarm('AlertsStuck')).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Statistic: 'Maximum',
      Threshold: 900,
    });
  });

  it.each([
    [
      'ping or reading that is answered with 5xx, by the gateway or the function,',
      { ...rings, Threshold: 3, Period: 900 },
      'IngestFaults',
      `(${PINGS} || ${READINGS})`,
      '5*',
    ],
    ['ping that is refused with 429, which no function sees,', rings, 'IngestRefused', PINGS, '429'],
  ])('a %s raises one', (_, how, name, routes, status) => {
    stack.template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: `{ ${routes} && ($.status = "${status}") }`,
      LogGroupName: { Ref: Match.stringLikeRegexp('^HttpApiAccessLog') },
      MetricTransformations: [
        Match.objectLike({ MetricNamespace: 'Rollcall', MetricName: name, MetricValue: '1' }),
      ],
    });
    expect(alarm(name)).toMatchObject({
      ...how,
      Namespace: 'Rollcall',
      MetricName: name,
      Statistic: 'Sum',
    });
  });

  it('a fault of what the user pool waits for raises one, and a sign-up that is refused does not', async () => {
    stack.template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern:
        '{ ($.code = "run_failed") || ($.code = "code_not_counted") || ($.record.status = "timeout") || ($.record.errorType = "Runtime.*") }',
      LogGroupName: { Ref: Match.stringLikeRegexp('^pool') },
      MetricTransformations: [
        Match.objectLike({ MetricNamespace: 'Rollcall', MetricName: 'PoolFaults', MetricValue: '1' }),
      ],
    });
    expect(alarm('PoolFaults')).toMatchObject({
      ...lasts,
      Namespace: 'Rollcall',
      MetricName: 'PoolFaults',
      Statistic: 'Sum',
    });
  });

  it('are none about a user pool where another issuer signs people in', () => {
    const other = synthesised({
      issuer: 'https://issuer.example',
      issuerClientId: 'rollcall',
      issuerClientSecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:Client-Ab12Cd',
    });

    expect(ofType(other, 'AWS::CloudWatch::Alarm').filter(([id]) => id.includes('Pool'))).toEqual([]);
  });

  it('each says what it means and has its section in the runbook', () => {
    const runbook = readFileSync(new URL('../../../../docs/runbook.md', import.meta.url), 'utf8');
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map((match) => match[1]);

    expect(alarms().length).toBe(18);
    for (const { name, Properties } of [...alarms(), ...composites()]) {
      expect(String(Properties['AlarmDescription'])).toMatch(
        new RegExp(`^[A-Z].+\\. See docs/runbook\\.md, ${name}\\.$`),
      );
      expect(sections).toContain(name);
    }
  });

  it('are all that have a section in the runbook', () => {
    const runbook = readFileSync(new URL('../../../../docs/runbook.md', import.meta.url), 'utf8');
    const sections = [...runbook.matchAll(/^## ((?:[A-Z][a-z]+){2,})$/gm)].map(([, name]) => name);

    expect(sections.sort()).toEqual(
      alarms()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('lead to lines of the log that are written', () => {
    const runbook = readFileSync(new URL('../../../../docs/runbook.md', import.meta.url), 'utf8');
    const log = readFileSync(new URL('../../../../lib/runtime/report/log.ts', import.meta.url), 'utf8');
    const written = [...log.matchAll(/^ {2}([a-z_]+):/gm)].map(([, code]) => code);
    const named = [...runbook.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code = '']) => code);

    expect(named.length).toBeGreaterThan(5);
    // Two are fields of answers.
    const fields = ['down_since', 'failing_channels'];
    expect(named.filter((code) => ![...written, ...fields].includes(code))).toEqual([]);
  });

  it('read of our own figures those that are written as metrics, and each of those is read by one', () => {
    const read = JSON.stringify(alarms()).matchAll(/"MetricName":"(\w+)","Namespace":"Rollcall"/g);
    const counted = ofType(stack, 'AWS::Logs::MetricFilter').flatMap(([, { Properties }]) =>
      (Properties['MetricTransformations'] as { MetricName: string }[]).map(({ MetricName }) => MetricName),
    );
    const names = [...read].map(([, name = '']) => name).filter((name) => !counted.includes(name));
    const metrics = Object.entries(METRIC_FROM).flatMap(([name, from]) => (from === null ? [] : [name]));

    expect(names.sort()).toEqual(metrics.sort());
  });
});

describe('what the alarms tell', () => {
  const told = (Properties: Record<string, unknown>) =>
    [Properties['AlarmActions'] ?? [], Properties['OKActions'] ?? []].map((actions) =>
      (actions as unknown[]).map(readable),
    );

  /** Alarms that tell by themselves. */
  const alone = () => alarms().filter(({ Properties }) => told(Properties).flat().length > 0);
  const namesOf = (some: { name: string }[]) => some.map(({ name }) => name).sort();

  it('is one message for what follows from one outage or one fault, by two alarms over the others', () => {
    const over = composites().map(({ name, Properties }) => [name, anyOf(Properties['AlarmRule']).sort()]);

    expect(over).toEqual([
      ['Critical', ['BlindWindow', 'CanaryMissing', 'CheckerMissing', 'NotifierErrors']],
      ['Warning', ['BridgeErrors', 'ChecksFailing', 'DeadLetters']],
    ]);
    for (const { Properties } of composites())
      expect(told(Properties)).toEqual([['AlarmsTopic'], ['AlarmsTopic']]);
  });

  it('leaves no alarm that a caller can hold up in front of another', () => {
    const inFront = composites().flatMap(({ Properties }) => anyOf(Properties['AlarmRule']));

    for (const name of ['AlertsStuck', 'AlertsUnsettled', 'ChecksBehind', 'DueLag', 'IngestFaults', 'IngestRefused', 'PoolFaults']) {
      expect(inFront).not.toContain(name);
      expect(told(alarm(name)), name).toEqual([['AlarmsTopic'], ['AlarmsTopic']]);
    }
  }); // prettier-ignore

  it.each(['CanaryMissing', 'CheckerMissing'])(
    'hides %s behind no other: it means that all is dead',
    (name) => {
      expect(told(alarm(name))).toEqual([['AlarmsTopic'], ['AlarmsTopic']]);
    },
  );

  it('is told of every alarm, by itself or by one of those two, and of none but the dead by both', () => {
    const covered = composites().flatMap(({ Properties }) => anyOf(Properties['AlarmRule']));
    const byThemselves = namesOf(alone());

    expect([...new Set([...covered, ...byThemselves])].sort()).toEqual(namesOf(alarms()));
    expect(byThemselves.filter((name) => covered.includes(name))).toEqual([
      'CanaryMissing',
      'CheckerMissing',
    ]);
  });

  it('leaves out warnings while a critical alarm is up and shortly after, and tells them then', () => {
    const [critical, warning] = composites();

    expect(readable(warning?.Properties['ActionsSuppressor'])).toBe('AlarmsCritical');
    expect(warning?.Properties).toMatchObject({
      ActionsSuppressorWaitPeriod: 600,
      ActionsSuppressorExtensionPeriod: 1800,
    });
    expect(critical?.Properties).not.toHaveProperty('ActionsSuppressor');
  });

  it('is no warning that could end before it is told: it stays up for twice as long as it waits', () => {
    const warning = composites().find(({ name }) => name === 'Warning')?.Properties ?? {};
    const waitsSec = Number(warning['ActionsSuppressorWaitPeriod']);

    for (const name of anyOf(warning['AlarmRule'])) {
      const { EvaluationPeriods: of, DatapointsToAlarm: bad = of } = alarm(name);
      const heldPeriods = Number(of) - Number(bad) + 1;
      expect(heldPeriods * 300, name).toBeGreaterThanOrEqual(2 * waitsSec);
    }
  });

  it('has no name that another stack could have', () => {
    for (const { Properties } of [...alarms(), ...composites()])
      expect(Properties).not.toHaveProperty('AlarmName');
  });

  it('is nothing about mails where none are sent', () => {
    const mute = synthesised({});
    const names = ofType(mute, 'AWS::CloudWatch::Alarm').map(([id]) =>
      id.replace(/^Alarms|[0-9A-F]{8}$/g, ''),
    );

    expect(names.length).toBe(14);
    expect(names.filter((name) => /Mail|Bridge|Confirm/.test(name))).toEqual([]);
  });
});

/** What a deployment is warned of. */
function warningsOf({ app }: Synthesised): unknown[] {
  const stack = app.node.findChild('Rollcall') as Stack;
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('alarmEmail'))
    .map(({ entry }) => entry.data);
}

describe('the alarm topic', () => {
  it('lets the alarms of this account publish, although it has a policy of its own', () => {
    stack.template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ]),
      },
    });
  });

  it('mails whoever is configured, and nobody otherwise', () => {
    expect(ofType(stack, 'AWS::SNS::Subscription')).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      'alarmEmail is not set: when the service fails nobody is told. Set it, or subscribe to AlarmTopicArn. [ack: rollcall:alarmEmail]',
    ]);

    const told = synthesised({ alarmEmail: 'ops@example.com' });
    told.template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
    expect(warningsOf(told)).toEqual([]);
  });
});
