import { Duration, Stack } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, LogQueryVisualizationType, LogQueryWidget, Metric, type IAlarm, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'; // prettier-ignore
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';
import type { FunctionArea } from '../../areas/areas.ts';
import type { ServiceTable } from '../table.ts';
import { figuresIn } from './watch.ts';

export interface ServiceDashboardProps {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  api: HttpApi;
  table: ServiceTable;
  queues: { alerts: Queue; deadLetters: Queue; givenUp: Queue };
  /** @default none: there is no checker */
  lostTicks?: Queue;
  alarms: readonly IAlarm[];
}

const period = Duration.minutes(5);

/** One page that says whether the service does its work. */
export class ServiceDashboard extends Construct {
  readonly dashboard: Dashboard;
  readonly #props: ServiceDashboardProps;

  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    this.#props = props;
    this.dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.hours(24) });
    this.dashboard.addWidgets(
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...props.alarms], width: 24, height: 3 }),
    );
    this.dashboard.addWidgets(...this.#requests());
    this.dashboard.addWidgets(
      ...this.#written('Due lag, s', 'max', ['DueLagSec', 'CheckAgeSec'], ['checker']),
      ...this.#written('Checks', 'sum', ['ChecksFinished', 'ChecksFailed'], ['checker']),
      ...this.#written('Blind windows, s', 'max', ['BlindSec'], ['checker']),
    );
    this.dashboard.addWidgets(...this.#alerts());
    this.dashboard.addWidgets(
      ...this.#written('Consent mails waiting', 'sum', ['ConfirmationsHeld'], ['notifier', 'pool']),
      ...this.#written('Mails that came back', 'sum', ['MailsBounced', 'MailsComplainedOf', 'MailsDelayed'], ['bridge']),
    ); // prettier-ignore
    this.dashboard.addWidgets(...this.#capacity());
  }

  #requests(): GraphWidget[] {
    const { functions, api } = this.#props;
    const ingest = functions.get('ingest')?.lambda;
    // Written by the gateway's log, so they are metrics, and cost nothing while there are none.
    const counted = figuresIn(Stack.of(this).stackName);
    return [
      graph(
        'Pings',
        ingest
          ? [
              ingest.metricInvocations({ statistic: 'Sum', period, label: 'signals' }),
              counted('IngestRefused', 'Sum'),
              counted('IngestFaults', 'Sum'),
            ]
          : [],
      ),
      graph('p99, ms', [
        api.metricLatency({ statistic: 'p99', period, label: 'whole API' }),
        ...(ingest ? [ingest.metricDuration({ statistic: 'p99', period, label: 'ingest function' })] : []),
      ]),
      graph('Errors', [
        api.metricServerError({ statistic: 'Sum', period, label: '5xx' }),
        counted('ApiFaults', 'Sum'),
        ...this.#each(({ lambda }, label) => lambda.metricErrors({ statistic: 'Sum', period, label })),
      ]),
    ];
  }

  #alerts(): (GraphWidget | LogQueryWidget)[] {
    const { queues, lostTicks } = this.#props;
    const waiting = (queue: Queue, label: string) =>
      queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period, label });
    return [
      ...this.#written(
        'Deliveries',
        'sum',
        [
          'AlertsDelivered',
          'AlertsLate',
          'MailsLate',
          'AlertsFailed',
          'MailsFailed',
          'AlertsUntold',
          'AlertsUnsettled',
        ],
        ['notifier', 'alerts', 'checker'],
      ),
      graph('Alert queue', [
        waiting(queues.alerts, 'waiting'),
        queues.alerts.metricApproximateNumberOfMessagesNotVisible({
          statistic: 'Maximum',
          period,
          label: 'under way or postponed',
        }),
      ]),
      graph('Dead letters', [
        waiting(queues.deadLetters, 'after crashes'),
        waiting(queues.givenUp, 'given up on'),
        ...(lostTicks ? [waiting(lostTicks, 'lost ticks')] : []),
      ]),
    ];
  }

  #capacity(): GraphWidget[] {
    const { table } = this.#props;
    const throttled = (metricName: string, dimensionsMap: Record<string, string>, label: string) =>
      new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum', period, label });
    return [
      graph(
        'Throttles of functions',
        this.#each(({ lambda }, label) => lambda.metricThrottles({ statistic: 'Sum', period, label })),
      ),
      graph('Throttles of the table', [
        throttled('ReadThrottleEvents', table.dimensions, 'reads'),
        throttled('WriteThrottleEvents', table.dimensions, 'writes'),
        throttled('WriteThrottleEvents', table.dueIndexDimensions, 'writes of the index'),
      ]),
      graph('Concurrency', this.#each(concurrency)),
    ];
  }

  #each(metric: (fn: AreaFunction, label: string) => IMetric): IMetric[] {
    return [...this.#props.functions].map(([area, fn]) => metric(fn, area));
  }

  /** Figures that functions write, read from their logs: as metrics each would cost for every hour it is written in. */
  #written(
    title: string,
    statistic: 'sum' | 'max',
    figures: readonly string[],
    by: readonly FunctionArea[],
  ): LogQueryWidget[] {
    const logs = by.flatMap((area) => this.#props.functions.get(area)?.lambda.logGroup.logGroupName ?? []);
    if (logs.length === 0) return [];
    const query = new LogQueryWidget({
      title,
      logGroupNames: logs,
      view: LogQueryVisualizationType.LINE,
      queryLines: [
        `filter ${figures.map((name) => `ispresent(${name})`).join(' or ')}`,
        `stats ${figures.map((name) => `${statistic}(${name})`).join(', ')} by bin(5m)`,
      ],
      ...size,
    });
    return [query];
  }
}

const size = { width: 8, height: 6 };

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, ...size, leftYAxis: { min: 0, showUnits: false } });
}

function concurrency({ lambda }: AreaFunction, label: string): IMetric {
  const dimensionsMap = { FunctionName: lambda.functionName };
  return new Metric({ namespace: 'AWS/Lambda', metricName: 'ConcurrentExecutions', dimensionsMap, statistic: 'Maximum', period, label }); // prettier-ignore
}
