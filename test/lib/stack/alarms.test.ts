import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { ofType, readable, synthesised, type Synthesised } from './synthesised.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised();
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

/** The metrics of an alarm as `name of dimension`, and the expression over them. */
function metricsOf(name: string): string[] {
  const parts = alarm(name)['Metrics'] as {
    Id: string;
    Expression?: string;
    MetricStat?: { Metric: { MetricName: string; Dimensions: { Value: unknown }[] } };
  }[];
  return parts.map(({ Id, Expression, MetricStat }) => {
    if (!MetricStat) return String(Expression);
    return `${Id}: ${MetricStat.Metric.MetricName} of ${MetricStat.Metric.Dimensions.map(({ Value }) => readable(Value)).join(' ')}`;
  });
}

const rings = {
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  Threshold: 1,
  EvaluationPeriods: 1,
  TreatMissingData: 'notBreaching',
};

describe('the alarms', () => {
  it('a missing checker run raises one, and so does a run that fails each time', () => {
    expect(alarm('CheckerMissing')).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 2,
      DatapointsToAlarm: 2,
      TreatMissingData: 'breaching',
    });
    expect(metricsOf('CheckerMissing')).toEqual([
      'ran - failed',
      'ran: Invocations of checkerFunction',
      'failed: Errors of checkerFunction',
    ]);
  });

  it('a canary that does not come through for five minutes raises one', () => {
    expect(alarm('CanaryMissing')).toMatchObject({
      Threshold: 1,
      EvaluationPeriods: 5,
      DatapointsToAlarm: 5,
      TreatMissingData: 'breaching',
    });
    expect(metricsOf('CanaryMissing')).toEqual([
      'ran - failed',
      'ran: Invocations of canaryFunction',
      'failed: Errors of canaryFunction',
    ]);
  });

  it.each([
    ['DeadLetters', 'ApproximateNumberOfMessagesVisible', 'AlertsDeadLetters.QueueName'],
    ['LostTicks', 'ApproximateNumberOfMessagesVisible', 'CheckerLostTicks.QueueName'],
    ['CheckerErrors', 'Errors', 'checkerFunction'],
    ['NotifierErrors', 'Errors', 'notifierFunction'],
  ])('%s rings at the first', (name, metric, dimension) => {
    expect(alarm(name)).toMatchObject({ ...rings, MetricName: metric, Period: 300 });
    const [only] = alarm(name)['Dimensions'] as { Value: unknown }[];
    expect(readable(only?.Value)).toBe(dimension);
  });

  it('alerts that nothing takes for 15 minutes raise one', () => {
    expect(alarm('AlertsStuck')).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Statistic: 'Maximum',
      Threshold: 900,
    });
  });

  it('a ping answered with 5xx raises one, whether the gateway or the function failed', () => {
    stack.template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: '{ ($.routeKey = "*/in/*") && ($.status = "5*") }',
      MetricTransformations: [
        Match.objectLike({ MetricNamespace: 'Rollcall', MetricName: 'IngestFaults', MetricValue: '1' }),
      ],
    });
    expect(alarm('IngestFaults')).toMatchObject({
      ...rings,
      Namespace: 'Rollcall',
      MetricName: 'IngestFaults',
      Statistic: 'Sum',
    });
  });

  it('a refused start of a function nobody waits for raises one', () => {
    expect(alarm('FunctionThrottles')).toMatchObject(rings);
    expect(metricsOf('FunctionThrottles')).toEqual([
      'FILL(m0, 0) + FILL(m1, 0) + FILL(m2, 0)',
      'm0: Throttles of ingestFunction',
      'm1: Throttles of checkerFunction',
      'm2: Throttles of notifierFunction',
    ]);
  });

  it('a refused read or write of the table or its index raises one', () => {
    expect(alarm('TableThrottles')).toMatchObject(rings);
    expect(metricsOf('TableThrottles')).toEqual([
      'FILL(m0, 0) + FILL(m1, 0) + FILL(m2, 0)',
      'm0: ReadThrottleEvents of Table',
      'm1: WriteThrottleEvents of Table',
      'm2: WriteThrottleEvents of due Table',
    ]);
  });

  it('each tells the topic when it starts and when it ends', () => {
    for (const { Properties } of alarms()) {
      expect((Properties['AlarmActions'] as unknown[]).map(readable)).toEqual(['AlarmsTopic']);
      expect((Properties['OKActions'] as unknown[]).map(readable)).toEqual(['AlarmsTopic']);
    }
  });

  it('each says what it means and has its section in the runbook', () => {
    const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map((match) => match[1]);

    expect(alarms().length).toBe(10);
    for (const { name, Properties } of alarms()) {
      expect(String(Properties['AlarmDescription'])).toMatch(
        new RegExp(`^[A-Z].+\\. See docs/runbook\\.md, ${name}\\.$`),
      );
      expect(sections).toContain(name);
    }
  });
});

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

    const told = synthesised({ alarmEmail: 'ops@example.com' });
    told.template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
  });
});

describe('the dashboard', () => {
  it('shows pings, p99, errors, due lag, deliveries, dead letters and blind windows', () => {
    const [dashboard] = ofType(stack, 'AWS::CloudWatch::Dashboard');
    const body = readable(dashboard?.[1].Properties['DashboardBody']);
    const { widgets } = JSON.parse(body) as {
      widgets: { properties: { title: string; metrics: unknown[] } }[];
    };

    expect(widgets.map(({ properties }) => properties.title)).toEqual([
      'Pings', 'p99, ms', 'Errors', 'Due lag, s', 'Checks', 'Blind windows, s', 'Deliveries', 'Alert queue', 'Dead letters', 'Throttles', 'Concurrency',
    ]); // prettier-ignore
    for (const { properties } of widgets) expect(properties.metrics.length).toBeGreaterThan(0);
    expect(body).toContain(`SEARCH('Namespace=\\"Rollcall\\" MetricName=\\"DueLagSec\\"', 'Maximum', 300)`);
  });
});
