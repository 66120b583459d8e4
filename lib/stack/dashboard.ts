import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import type { FunctionArea } from '../areas/areas.ts';
import { metricNamespace } from './watch.ts';

export interface ServiceDashboardProps {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  api: HttpApi;
  queues: { alerts: Queue; deadLetters: Queue; givenUp: Queue };
}

const period = Duration.minutes(5);

/** One page that says whether the service does its work. */
export class ServiceDashboard extends Construct {
  readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, { functions, api, queues }: ServiceDashboardProps) {
    super(scope, id);
    const all = [...functions];
    const ingest = functions.get('ingest')?.lambda;
    this.dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.hours(24) });
    this.dashboard.addWidgets(
      graph(
        'Pings',
        ingest
          ? [
              ingest.metricInvocations({ statistic: 'Sum', period, label: 'signals' }),
              own('IngestRefused', 'Sum'),
              own('IngestFaults', 'Sum'),
            ]
          : [],
      ),
      graph('p99, ms', [
        api.metricLatency({ statistic: 'p99', period, label: 'whole API' }),
        ...(ingest ? [ingest.metricDuration({ statistic: 'p99', period, label: 'ingest function' })] : []),
      ]),
      graph('Errors', [
        api.metricServerError({ statistic: 'Sum', period, label: '5xx' }),
        ...all.map(([area, fn]) => fn.lambda.metricErrors({ statistic: 'Sum', period, label: area })),
      ]),
    );
    this.dashboard.addWidgets(
      graph('Due lag, s', [own('DueLagSec', 'Maximum'), own('CheckAgeSec', 'Maximum')]),
      graph('Checks', [own('ChecksFinished', 'Sum'), own('ChecksFailed', 'Sum')]),
      graph('Blind windows, s', [own('BlindSec', 'Maximum')]),
    );
    this.dashboard.addWidgets(
      graph('Deliveries', [
        own('AlertsDelivered', 'Sum'),
        own('AlertsFailed', 'Sum'),
        own('MailsFailed', 'Sum'),
        own('AlertsUnsettled', 'Sum'),
      ]),
      graph('Alert queue', [
        most(queues.alerts, 'waiting'),
        queues.alerts.metricApproximateNumberOfMessagesNotVisible({
          statistic: 'Maximum',
          period,
          label: 'under way or postponed',
        }),
      ]),
      graph('Dead letters', [most(queues.deadLetters, 'after crashes'), most(queues.givenUp, 'given up on')]),
    );
    this.dashboard.addWidgets(
      ...mailGraphs(),
      graph('Throttles', all.map(([area, fn]) => fn.lambda.metricThrottles({ statistic: 'Sum', period, label: area }))),
      graph('Concurrency', all.map(([area, fn]) => concurrency(area, fn))),
    ); // prettier-ignore
  }
}

function most(queue: Queue, label: string): IMetric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period, label });
}

function mailGraphs(): GraphWidget[] {
  const back = ['MailsBounced', 'MailsComplainedOf', 'MailsDelayed'];
  return [
    graph('Confirmation mails held back', [own('ConfirmationsHeld', 'Sum')]),
    graph(
      'Mails that came back',
      back.map((name) => own(name, 'Sum')),
    ),
  ];
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0, showUnits: false } });
}

/** A search, so that the graph does not depend on the dimensions the functions put on the metric. */
function own(metricName: string, statistic: string): IMetric {
  const expression = `SEARCH('Namespace="${metricNamespace}" MetricName="${metricName}"', '${statistic}', ${period.toSeconds()})`;
  return new MathExpression({ expression, usingMetrics: {}, label: metricName, period });
}

function concurrency(area: FunctionArea, fn: AreaFunction): IMetric {
  return new Metric({
    namespace: 'AWS/Lambda', metricName: 'ConcurrentExecutions', dimensionsMap: { FunctionName: fn.lambda.functionName },
    statistic: 'Maximum', period, label: area,
  }); // prettier-ignore
}
