import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { functionAreas } from '../../../lib/areas/areas.ts';
import { codeOf, figuresInCode } from './actions-in-code.ts';
import { ofType, readable, synthesised, type Synthesised } from './synthesised.ts';

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
    ['DeadLetters', 'ApproximateNumberOfMessagesVisible', 'QueuesDeadLetters.QueueName'],
    ['LostTicks', 'ApproximateNumberOfMessagesVisible', 'TickscheckerLostTicks.QueueName'],
    ['CheckerErrors', 'Errors', 'checkerFunction'],
    ['NotifierErrors', 'Errors', 'notifierFunction'],
    ['BridgeErrors', 'Errors', 'bridgeFunction'],
  ])('%s rings at the first', (name, metric, dimension) => {
    expect(alarm(name)).toMatchObject({ ...rings, MetricName: metric, Period: 300 });
    const [only] = alarm(name)['Dimensions'] as { Value: unknown }[];
    expect(readable(only?.Value)).toBe(dimension);
  });

  it.each([
    ['BlindWindow', 'BlindSec', 'Maximum', 1],
    ['DueLag', 'DueLagSec', 'Maximum', 15 * 60],
  ])('%s rings at the first check that reports it', (name, metric, statistic, threshold) => {
    const own = { Namespace: 'Rollcall', MetricName: metric, Statistic: statistic, Period: 300 };
    expect(alarm(name)).toMatchObject({ ...rings, ...own, Threshold: threshold });
    // The functions write their figures without dimensions: with some, there would be nothing to see.
    expect(alarm(name)).not.toHaveProperty('Dimensions');
  });

  it('a dead receiver alone raises none, many given up on within an hour do, and a mail that cannot go out does', () => {
    const figure = { Namespace: 'Rollcall', Statistic: 'Sum' };
    const many = { ...figure, MetricName: 'AlertsFailed', Period: 3600, Threshold: 20 };
    expect(alarm('AlertsGivenUp')).toMatchObject({ ...rings, ...many });
    expect(alarm('MailsGivenUp')).toMatchObject({
      ...rings,
      ...figure,
      MetricName: 'MailsFailed',
      Period: 300,
    });
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

  it('a check that is starved raises one: not finished for 15 minutes, or not even begun', () => {
    expect(alarm('ChecksBehind')).toMatchObject({
      Namespace: 'Rollcall',
      MetricName: 'CheckAgeSec',
      Statistic: 'Maximum',
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 15 * 60,
      Period: 300,
      EvaluationPeriods: 2,
      DatapointsToAlarm: 2,
      TreatMissingData: 'breaching',
    });
    expect(alarm('ChecksBehind')).not.toHaveProperty('Dimensions');
  });

  it('checks that fail for some items raise one at the second, also when both fall into one period', () => {
    expect(alarm('ChecksFailing')).toMatchObject({
      Namespace: 'Rollcall',
      MetricName: 'ChecksFailed',
      Statistic: 'Sum',
      Period: 300,
      Threshold: 1,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
      TreatMissingData: 'notBreaching',
    });
    expect(alarm('ChecksFailing')).not.toHaveProperty('Dimensions');
  });

  it('alerts that nothing takes for 15 minutes raise one', () => {
    expect(alarm('AlertsStuck')).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Statistic: 'Maximum',
      Threshold: 900,
    });
  });

  it.each([
    ['answered with 5xx, by the gateway or the function,', 'IngestFaults', '5*'],
    ['refused with 429, which no function sees,', 'IngestRefused', '429'],
  ])('a ping %s raises one', (_, name, status) => {
    stack.template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: `{ ($.routeKey = "*/in/*") && ($.status = "${status}") }`,
      LogGroupName: { Ref: Match.stringLikeRegexp('^HttpApiAccessLog') },
      MetricTransformations: [
        Match.objectLike({ MetricNamespace: 'Rollcall', MetricName: name, MetricValue: '1' }),
      ],
    });
    expect(alarm(name)).toMatchObject({
      ...rings,
      Namespace: 'Rollcall',
      MetricName: name,
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

    expect(alarms().length).toBe(20);
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

interface Widget {
  properties: { title: string; metrics: unknown[] };
}

function widgetsOf(of: Synthesised): Widget[] {
  const [dashboard] = ofType(of, 'AWS::CloudWatch::Dashboard');
  const body = readable(dashboard?.[1].Properties['DashboardBody']);
  return (JSON.parse(body) as { widgets: Widget[] }).widgets;
}

/** The searches for figures of our own, as `name statistic`; any other form of search is shown as it is. */
function ownIn(metrics: unknown[]): string[] {
  const searches = JSON.stringify(metrics).match(/SEARCH\(.*?\d+\)/g) ?? [];
  const own = /^SEARCH\('Namespace=\W+Rollcall\W+MetricName=\W+(\w+)\W+ '(\w+)', 300\)$/;
  return searches.map((search) => search.replace(own, '$1 $2'));
}

describe('the dashboard', () => {
  it('shows pings, p99, errors, due lag, deliveries, dead letters and blind windows', () => {
    const widgets = widgetsOf(stack);

    expect(widgets.map(({ properties }) => properties.title)).toEqual([
      'Pings', 'p99, ms', 'Errors', 'Due lag, s', 'Checks', 'Blind windows, s', 'Deliveries', 'Alert queue', 'Dead letters', 'Confirmation mails held back', 'Mails that came back', 'Throttles', 'Concurrency',
    ]); // prettier-ignore
    for (const { properties } of widgets) expect(properties.metrics.length).toBeGreaterThan(0);
  });

  it('shows each figure of the service where its title says', () => {
    const shown = widgetsOf(stack).map(({ properties }) => [properties.title, ownIn(properties.metrics)]);

    expect(Object.fromEntries(shown.filter(([, figures]) => figures?.length !== 0))).toEqual({
      Pings: ['IngestRefused Sum', 'IngestFaults Sum'],
      'Due lag, s': ['DueLagSec Maximum', 'CheckAgeSec Maximum'],
      Checks: ['ChecksFinished Sum', 'ChecksFailed Sum'],
      'Blind windows, s': ['BlindSec Maximum'],
      Deliveries: ['AlertsDelivered Sum', 'AlertsFailed Sum', 'MailsFailed Sum', 'AlertsUnsettled Sum'],
      'Confirmation mails held back': ['ConfirmationsHeld Sum'],
      'Mails that came back': ['MailsBounced Sum', 'MailsComplainedOf Sum', 'MailsDelayed Sum'],
    });
  });
});

describe('the figures of the service', () => {
  it('that are shown or watched are those that something writes, and all that is written is shown', async () => {
    const byCode = (await Promise.all(functionAreas.map(figuresInCode))).flat();
    const byGateway = ofType(stack, 'AWS::Logs::MetricFilter').flatMap(([, { Properties }]) =>
      (Properties['MetricTransformations'] as { MetricName: string }[]).map(({ MetricName }) => MetricName),
    );
    const written = [...new Set([...byCode, ...byGateway])].sort();

    const shown = widgetsOf(stack).flatMap(({ properties }) => ownIn(properties.metrics));
    const watched = alarms()
      .filter(({ Properties }) => Properties['Namespace'] === 'Rollcall')
      .map(({ Properties }) => String(Properties['MetricName']));

    expect(byCode.length).toBeGreaterThan(0);
    expect([...new Set(shown.map((figure) => figure.split(' ')[0]))].sort()).toEqual(written);
    expect(watched.length).toBeGreaterThan(0);
    expect(watched.filter((name) => !written.includes(name))).toEqual([]);
  });

  it.each(['alerts', 'bridge', 'checker', 'notifier'] as const)(
    'of the %s go where CloudWatch finds them',
    async (area) => {
      expect((await figuresInCode(area)).length).toBeGreaterThan(0);
      // What the handler does not use is not in its bundle.
      expect(await codeOf(area)).toContain('CloudWatchMetrics');
    },
  );
});
