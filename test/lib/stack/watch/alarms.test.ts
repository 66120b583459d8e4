import { readFileSync } from 'node:fs';
import type { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../../lib/contract/catalogue.ts';
import { gatewayRoutes } from '../../../../lib/contract/routes.ts';
import { METRIC_FROM } from '../../../../lib/runtime/report/metrics.ts';
import {
  ofType,
  propertiesOf,
  readable,
  synthesised,
  type Synthesised,
} from '../../../support/stack/synthesised.ts';

let stack: Synthesised;
beforeAll(() => {
  stack = synthesised({
    mailFrom: 'alerts@example.com',
    pingFront: 'alb',
    ingestDomain: 'in.example.com',
    ingestCertificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/0b1c-2d3e',
  });
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
const lasts = { ...rings, EvaluationPeriods: 3, DatapointsToAlarm: 1 };

describe('the alarms', () => {
  it.each([
    ['a check that does not succeed for a quarter of an hour', 'CheckerMissing', 'checkerFunction', 300, 3],
    ['a canary that does not come through for five minutes', 'CanaryMissing', 'canaryFunction', 60, 5],
    ['an eraser that leaves something for three hours', 'ErasuresLate', 'eraserFunction', 3600, 3],
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
    ['DeadLetters', rings, 'ApproximateNumberOfMessagesVisible', 'QueuesDeadLetters.QueueName'],
    ['NotifierErrors', rings, 'Errors', 'notifierFunction'],
    ['BridgeErrors', rings, 'Errors', 'bridgeFunction'],
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

  it('what a load balancer or a function behind it answers with 5xx raises one, as at the gateway', () => {
    expect(alarm('BalancerFaults')).toMatchObject({ ...rings, Threshold: 3 });
    expect(metricsOf('BalancerFaults')).toEqual([
      'FILL(own, 0) + FILL(functions, 0)',
      expect.stringMatching(/^own: Sum HTTPCode_ELB_5XX_Count of .+ each 900$/),
      expect.stringMatching(/^functions: Sum HTTPCode_Target_5XX_Count of .+ each 900$/),
    ]);
  });

  it('more pings within a day than are usual raise one, at the figure that is set', () => {
    const day = { Namespace: 'AWS/Lambda', MetricName: 'Invocations', Statistic: 'Sum', Period: 86_400 };
    expect(alarm('PingsUnusual')).toMatchObject({ ...rings, ...day, Threshold: 5_000_000 });
    const [only] = alarm('PingsUnusual')['Dimensions'] as { Value: unknown }[];
    expect(readable(only?.Value)).toBe('ingestFunction');

    const busy = synthesised({ unusualPingsPerDay: 40_000_000 });
    busy.template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'Invocations',
      Threshold: 40_000_000,
    });
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

  it('five calls of anything else that are answered with 5xx raise one, at the second time', () => {
    expect(alarm('ApiFaults')).toMatchObject({
      ...rings,
      Threshold: 5,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
    });
    expect(metricsOf('ApiFaults')).toEqual(['FILL(figure, 0)', 'figure: Sum ApiFaults of Rollcall each 300']);
    stack.template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: Match.stringLikeRegexp('\\$.status = "5\\*"'),
      LogGroupName: { Ref: Match.stringLikeRegexp('^HttpApiAccessLog') },
      MetricTransformations: [Match.objectLike({ MetricName: 'ApiFaults', MetricValue: '1' })],
    });
  });

  it('a fault of the API counts once: none of pings, nor of what says 503 while a setting is missing', () => {
    const { FilterPattern } = propertiesOf(stack, 'AWS::Logs::MetricFilter', 'AlarmsApiFaults');
    const others = [...String(FilterPattern).matchAll(/routeKey != "([^"]+)"/g)].map(
      ([, route = '']) => new RegExp(`^${route.replace(/[.$]/g, '\\$&').replaceAll('*', '.*')}$`),
    );
    const counted = gatewayRoutes()
      .filter(({ method, path }) => !others.some((other) => other.test(`${method} ${path}`)))
      .map(({ area }) => area);
    const unset = Object.values(catalogue).filter(({ auth }) => auth === 'operator');

    expect(new Set(counted)).toEqual(
      new Set(
        gatewayRoutes()
          .map(({ area }) => area)
          .filter((area) => !['ingest', 'intake', 'contact'].includes(area)),
      ),
    );
    for (const { method, path } of unset)
      expect(
        others.some((other) => other.test(`${method} ${path}`)),
        path,
      ).toBe(true);
  });

  it.each([
    ['the public URL that is not answered twice', 'PublicUrlDown', 'PublicUrlFaults', 'public_url_not_open'],
    ['a certificate that ends soon', 'CertificateEnding', 'CertificatesEnding', 'certificate_ending'],
  ])('%s raises one, by what the canary logs', (_, name, metric, code) => {
    stack.template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: `{ $.code = "${code}" }`,
      LogGroupName: { Ref: Match.stringLikeRegexp('^canary') },
      MetricTransformations: [Match.objectLike({ MetricNamespace: 'Rollcall', MetricName: metric })],
    });
    expect(alarm(name)).toMatchObject(
      name === 'PublicUrlDown'
        ? { ...rings, EvaluationPeriods: 3, DatapointsToAlarm: 2 }
        : { ...rings, MetricName: metric, Statistic: 'Sum', Period: 6 * 3600 },
    );
  });

  it('are none about a public URL that jobs ping too, nor about certificates of AWS', () => {
    const namesIn = (settings: Parameters<typeof synthesised>[0]) =>
      ofType(synthesised(settings), 'AWS::CloudWatch::Alarm').map(([id]) => id.slice(0, -8));

    expect(namesIn({})).toContain('AlarmsPublicUrlDown');
    expect(namesIn({})).not.toContain('AlarmsCertificateEnding');
    expect(namesIn({ cdn: false })).not.toContain('AlarmsPublicUrlDown');
    expect(namesIn({ ingestOrigin: 'https://front.example.com' })).toContain('AlarmsCertificateEnding');
  });

  it.each([
    ['BounceRate', 'Reputation.BounceRate', 0.03],
    ['ComplaintRate', 'Reputation.ComplaintRate', 0.0005],
  ])('%s rings before SES looks into the account, and stays while nothing is mailed', (name, metric, at) => {
    expect(alarm(name)).toMatchObject({
      ...rings,
      Namespace: 'AWS/SES',
      MetricName: metric,
      Threshold: at,
      TreatMissingData: 'ignore',
    });
    // Of the whole account, which is what SES judges.
    expect(alarm(name)).not.toHaveProperty('Dimensions');
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

    expect(alarms().length).toBe(26);
    for (const { name, Properties } of alarms()) {
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
  it('is told of every alarm by itself, as it begins and as it ends, so that none hides another', () => {
    expect(ofType(stack, 'AWS::CloudWatch::CompositeAlarm')).toEqual([]);
    for (const { name, Properties } of alarms())
      for (const actions of [Properties['AlarmActions'], Properties['OKActions']])
        expect((actions as unknown[]).map(readable), name).toEqual(['AlarmsTopic']);
  });

  it('has no name that another stack could have', () => {
    for (const { Properties } of alarms()) expect(Properties).not.toHaveProperty('AlarmName');
  });

  it('is nothing about mails where none are sent', () => {
    const mute = synthesised({});
    const names = ofType(mute, 'AWS::CloudWatch::Alarm').map(([id]) =>
      id.replace(/^Alarms|[0-9A-F]{8}$/g, ''),
    );

    expect(names.length).toBe(18);
    expect(names.filter((name) => /Mail|Bridge|Confirm|Rate/.test(name))).toEqual([]);
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
      'alarmEmail is not set: when the service fails nobody is notified. Set it, or subscribe to AlarmTopicArn. [ack: rollcall:alarmEmail]',
    ]);

    const told = synthesised({ alarmEmail: 'ops@example.com' });
    told.template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
    expect(warningsOf(told)).toEqual([]);
  });
});

describe('a monthly budget', () => {
  const budgeted = () => synthesised({ monthlyBudgetUsd: 50 });

  it('is none unless it is set', () => {
    expect(ofType(stack, 'AWS::Budgets::Budget')).toEqual([]);
    expect(JSON.stringify(stack.resources)).not.toContain('budgets.amazonaws.com');
  });

  it('tells the alarm topic of what is spent and of what is foreseen', () => {
    const { Budget, NotificationsWithSubscribers: told } = propertiesOf(
      budgeted(),
      'AWS::Budgets::Budget',
    ) as {
      Budget: unknown;
      NotificationsWithSubscribers: {
        Notification: { NotificationType: string; Threshold: number };
        Subscribers: { SubscriptionType: string; Address: unknown }[];
      }[];
    };

    expect(Budget).toEqual({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 50, Unit: 'USD' },
    });
    expect(
      told.map(({ Notification: { NotificationType, Threshold }, Subscribers }) => [
        NotificationType,
        Threshold,
        ...Subscribers.map(({ SubscriptionType, Address }) => `${SubscriptionType} ${readable(Address)}`),
      ]),
    ).toEqual([
      ['ACTUAL', 80, 'SNS AlarmsTopic'],
      ['ACTUAL', 100, 'SNS AlarmsTopic'],
      ['FORECASTED', 100, 'SNS AlarmsTopic'],
    ]);
  });

  it('may publish there for this account alone, and waits until it may', () => {
    budgeted().template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'sns:Publish',
            Principal: { Service: 'budgets.amazonaws.com' },
            Condition: {
              StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
              ArnLike: { 'aws:SourceArn': Match.anyValue() },
            },
          }),
        ]),
      },
    });
    const [[, budget] = []] = ofType(budgeted(), 'AWS::Budgets::Budget');
    expect(budget?.DependsOn?.map(readable)).toContainEqual(expect.stringMatching(/^AlarmsTopicPolicy/));
  });
});
