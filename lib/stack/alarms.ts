import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import type { FunctionArea } from './areas.ts';
import { metricNamespace } from './metric-namespace.ts';
import type { ServiceTable } from './table.ts';

export interface AlarmsProps {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  table: ServiceTable;
  alerts: { queue: Queue; deadLetters: Queue };
  /** @default none: there is no checker */
  lostTicks?: Queue;
  accessLog: LogGroup;
  /** @default nobody is told; the alarms only show */
  email?: string;
}

interface Watch {
  metric: IMetric;
  /** The alarm rings at this value or above; with `below`, under it. */
  threshold: number;
  below?: true;
  periods: number;
  says: string;
}

/** Watches the watcher, over SNS: outside the way our own alerts travel. Each alarm has a section in docs/runbook.md. */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { displayName: 'Rollcall alarms', enforceSSL: true });
    this.#letCloudWatchPublish();
    if (props.email) this.topic.addSubscription(new EmailSubscription(props.email));

    const { checker, notifier, canary } = Object.fromEntries(props.functions);
    this.#queues(props);
    this.#table(props.table);
    this.#throttles(props.functions);
    if (props.functions.has('ingest')) this.#ingest(props.accessLog);
    if (checker) {
      this.#watch('CheckerErrors', {
        metric: errorsOf(checker),
        threshold: 1,
        periods: 1,
        says: 'A run of the periodic check failed.',
      });
      const metric = succeeded(checker, Duration.minutes(5));
      this.#watch('CheckerMissing', {
        metric,
        threshold: 1,
        below: true,
        periods: 2,
        says: 'No periodic check succeeded for ten minutes: nobody is alerted.',
      });
    }
    if (notifier)
      this.#watch('NotifierErrors', {
        metric: errorsOf(notifier),
        threshold: 1,
        periods: 1,
        says: 'The notifier failed as a whole; its alerts are tried again.',
      });
    if (canary) {
      const metric = succeeded(canary, Duration.minutes(1));
      this.#watch('CanaryMissing', {
        metric,
        threshold: 1,
        below: true,
        periods: 5,
        says: 'No ping came through the public ingest path for five minutes.',
      });
    }
  }

  #queues({ alerts, lostTicks }: AlarmsProps): void {
    const waiting = (queue: Queue) =>
      queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: Duration.minutes(5) });
    this.#watch('DeadLetters', {
      metric: waiting(alerts.deadLetters),
      threshold: 1,
      periods: 1,
      says: 'An alert was given up on.',
    });
    if (lostTicks)
      this.#watch('LostTicks', {
        metric: waiting(lostTicks),
        threshold: 1,
        periods: 1,
        says: 'Scheduler could not wake the checker.',
      });
    const age = alerts.queue.metricApproximateAgeOfOldestMessage({
      statistic: 'Maximum',
      period: Duration.minutes(5),
    });
    // A message taken three times no longer counts, so a receiver that is merely down stays under six minutes.
    this.#watch('AlertsStuck', {
      metric: age,
      threshold: 900,
      periods: 1,
      says: 'Alerts wait for a quarter of an hour: nothing takes them.',
    });
  }

  #ingest(accessLog: LogGroup): void {
    const filter = new MetricFilter(this, 'IngestFaultsFilter', {
      logGroup: accessLog,
      metricNamespace,
      metricName: 'IngestFaults',
      filterPattern: FilterPattern.literal('{ ($.routeKey = "*/in/*") && ($.status = "5*") }'),
      metricValue: '1',
    });
    const metric = filter.metric({ statistic: 'Sum', period: Duration.minutes(5) });
    this.#watch('IngestFaults', {
      metric,
      threshold: 1,
      periods: 1,
      says: 'A ping was answered with 5xx, at the gateway or by the function.',
    });
  }

  #throttles(functions: ReadonlyMap<FunctionArea, AreaFunction>): void {
    // A refused call of the other areas shows to its caller as 5xx; here nobody would see it.
    const watched = (['ingest', 'checker', 'notifier'] as const).flatMap((area) => functions.get(area) ?? []);
    if (watched.length === 0) return;
    const metrics = watched.map((fn) =>
      fn.lambda.metricThrottles({ statistic: 'Sum', period: Duration.minutes(5) }),
    );
    this.#watch('FunctionThrottles', {
      metric: sumOf(metrics),
      threshold: 1,
      periods: 1,
      says: 'Lambda refused to start a function.',
    });
  }

  #table(table: ServiceTable): void {
    const throttled = (metricName: string, dimensionsMap: Record<string, string>) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap,
        statistic: 'Sum',
        period: Duration.minutes(5),
      });
    const metric = sumOf([
      throttled('ReadThrottleEvents', table.dimensions),
      throttled('WriteThrottleEvents', table.dimensions),
      throttled('WriteThrottleEvents', table.dueIndexDimensions),
    ]);
    this.#watch('TableThrottles', {
      metric,
      threshold: 1,
      periods: 1,
      says: 'The table refused reads or writes.',
    });
  }

  #watch(id: string, { metric, threshold, below, periods, says }: Watch): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      datapointsToAlarm: periods,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // What should always be there is missed when it is missing; what should never be there is not.
      treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${says} See docs/runbook.md, ${id}.`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }

  /** A topic with a policy of its own loses the default one, which lets alarms publish. */
  #letCloudWatchPublish(): void {
    const { account } = Stack.of(this);
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
  }
}

function errorsOf(fn: AreaFunction): IMetric {
  return fn.lambda.metricErrors({ statistic: 'Sum', period: Duration.minutes(5) });
}

/** Lambda reports errors, zero included, with every call; without calls both are missing, and so is the difference. */
function succeeded(fn: AreaFunction, period: Duration): IMetric {
  const usingMetrics = {
    ran: fn.lambda.metricInvocations({ statistic: 'Sum', period }),
    failed: fn.lambda.metricErrors({ statistic: 'Sum', period }),
  };
  return new MathExpression({
    expression: 'ran - failed',
    usingMetrics,
    period,
    label: 'runs that succeeded',
  });
}

function sumOf(metrics: readonly IMetric[]): IMetric {
  const usingMetrics = Object.fromEntries(metrics.map((metric, i) => [`m${i}`, metric]));
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, period: Duration.minutes(5) });
}
