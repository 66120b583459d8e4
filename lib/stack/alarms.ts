import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import type { FunctionArea } from '../areas/areas.ts';
import type { ServiceTable } from './table.ts';
import type { Watch } from './watch.ts';
import * as watches from './watches.ts';

export interface AlarmsProps {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  table: ServiceTable;
  queues: { alerts: Queue; deadLetters: Queue };
  /** @default none: there is no checker */
  lostTicks?: Queue;
  accessLog: LogGroup;
  /** @default nobody is told; the alarms only show */
  email?: string;
}

/** Watches the watcher, over SNS: outside the way our own alerts travel. Each alarm has a section in docs/runbook.md. */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { displayName: 'Rollcall alarms', enforceSSL: true });
    this.#letCloudWatchPublish();
    if (props.email) this.topic.addSubscription(new EmailSubscription(props.email));

    const { ingest, checker, notifier, canary, bridge } = Object.fromEntries(props.functions);
    const all: watches.Watches = {
      ...watches.queueWatches(props.queues, props.lostTicks),
      ...watches.tableWatches(props.table),
      ...watches.throttleWatches(props.functions),
      ...(ingest && watches.pingWatches(this, props.accessLog)),
      ...(checker && watches.checkerWatches(checker)),
      ...(notifier && watches.notifierWatches(notifier)),
      ...(canary && watches.canaryWatches(canary)),
      ...(bridge && watches.bridgeWatches(bridge)),
    };
    for (const [name, watch] of Object.entries(all)) this.#watch(name, watch);
  }

  #watch(id: string, watch: Watch): void {
    const { metric, threshold, below, periods, of = periods, missingIsBad = below, says } = watch;
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: of,
      datapointsToAlarm: periods,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // What should always be there is missed when it is missing; what should never be there is not.
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
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
