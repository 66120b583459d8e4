import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { PingBalancer } from '../edge/ping-balancer.ts';
import { AlarmTopic } from './alarm-topic.ts';
import type { AreaFunction } from '../area-function.ts';
import type { FunctionArea } from '../../areas/areas.ts';
import { addMonthlyBudget } from './monthly-budget.ts';
import { figuresIn, type Watch } from './watch.ts';
import * as watches from './watches.ts';

export interface AlarmsProps {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  queues: { alerts: Queue; deadLetters: Queue };
  accessLog: LogGroup;
  /** Whether the service mails. */
  mails: boolean;
  /** @default nobody is told; the alarms only show */
  email?: string;
  volume: watches.Volume;
  /** @default none: jobs call the HTTP API */
  balancer?: PingBalancer;
  /** @default no budget */
  monthlyBudgetUsd?: number;
}

/**
 * Watches the watcher, over SNS: outside the way our own alerts travel. Each tells by itself, behind no other
 * (decisions/024), and has a section in docs/runbook.md.
 */
export class Alarms extends Construct {
  readonly topic: AlarmTopic;
  /** Every alarm on a metric. */
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.topic = new AlarmTopic(this, 'Topic', { email: props.email });
    this.all = Object.entries(this.#watches(props)).map(([name, watch]) => this.#alarm(name, watch));
    if (props.monthlyBudgetUsd !== undefined) addMonthlyBudget(this, this.topic, props.monthlyBudgetUsd);
  }

  #watches({ functions, queues, accessLog, mails, volume, balancer }: AlarmsProps): watches.Watches {
    const { ingest, checker, notifier, canary, bridge, pool } = Object.fromEntries(functions);
    const figure = figuresIn(Stack.of(this).stackName);
    return {
      ...watches.queueWatches(queues),
      ...(ingest && watches.pingWatches(this, accessLog)),
      ...(ingest && watches.volumeWatches(ingest, volume)),
      ...(balancer && watches.balancerWatches(balancer.balancer)),
      ...(checker && watches.checkerWatches(checker, figure)),
      ...(notifier && watches.notifierWatches(notifier, figure)),
      ...(canary && watches.canaryWatches(canary)),
      ...(pool && watches.poolWatches(this, pool)),
      ...(mails && watches.mailWatches(bridge, figure)),
    };
  }

  #alarm(id: string, watch: Watch): Alarm {
    const { metric, threshold, periods, of = periods, missingIsBad, says } = watch;
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: of,
      datapointsToAlarm: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${says} See docs/runbook.md, ${id}.`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
    return alarm;
  }
}
