import { Stack, Annotations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { PingBalancer } from '../edge/ping-balancer.ts';
import type { AreaFunction } from '../area-function.ts';
import type { FunctionArea } from '../../areas/areas.ts';
import { figuresIn, type Watch, type Watches } from './watch.ts';
import * as watches from './alarm-definitions.ts';
import * as fronts from './front-watches.ts';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';

export interface AlarmsProps {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  queues: { alerts: Queue; deadLetters: Queue };
  accessLog: LogGroup;
  front: fronts.WatchedFront;
  /** Whether the service mails. */
  mails: boolean;
  /** @default nobody is notified; the alarms only show */
  email?: string;
  volume: watches.Volume;
  /** @default none: jobs call the HTTP API */
  balancer?: PingBalancer;
  /** @default no budget */
  monthlyBudgetUsd?: number;
}

const MISSING = { bad: TreatMissingData.BREACHING, kept: TreatMissingData.IGNORE };

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

  #watches({ functions, queues, accessLog, front, mails, volume, balancer }: AlarmsProps): Watches {
    const { ingest, checker, notifier, canary, eraser, bridge, pool } = Object.fromEntries(functions);
    const figure = figuresIn(Stack.of(this).stackName);
    return {
      ...watches.queueWatches(queues),
      ...(ingest && fronts.pingWatches(this, accessLog)),
      ...fronts.apiWatches(this, accessLog),
      ...(ingest && watches.volumeWatches(ingest, volume)),
      ...(balancer && fronts.balancerWatches(balancer.balancer)),
      ...(checker && watches.checkerWatches(checker, figure)),
      ...(notifier && watches.notifierWatches(notifier, figure)),
      ...(canary && watches.canaryWatches(canary)),
      ...(canary && fronts.frontWatches(this, canary, front)),
      ...(eraser && watches.eraserWatches(eraser)),
      ...(pool && watches.poolWatches(this, pool)),
      ...(mails && watches.mailWatches(bridge, figure)),
    };
  }

  #alarm(id: string, watch: Watch): Alarm {
    const { metric, threshold, periods, of = periods, missing, says } = watch;
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: of,
      datapointsToAlarm: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missing ? MISSING[missing] : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${says} See docs/runbook.md, ${id}.`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
    return alarm;
  }
}

/** Where the service's own alarms go, and by it whoever is configured. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { email }: { email: string | undefined }) {
    super(scope, id, { displayName: `${Stack.of(scope).stackName} alarms`, enforceSSL: true });
    // A topic with a policy of its own loses the default one, which lets alarms publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email) this.addSubscription(new EmailSubscription(email));
    else
      Annotations.of(this).addWarningV2(
        'rollcall:alarmEmail',
        'alarmEmail is not set: when the service fails nobody is notified. Set it, or subscribe to AlarmTopicArn.',
      );
  }
}

/** What is told of, in percent of the budget: spent, or to be spent by the end of the month as it goes. */
const TOLD_AT = [
  ['ACTUAL', 80],
  ['ACTUAL', 100],
  ['FORECASTED', 100],
] as const;

/**
 * Has the topic told of what the account costs in a month. Of the whole account: a budget by tag counts nothing until somebody
 * activates the tag for billing.
 */
export function addMonthlyBudget(scope: Construct, topic: ITopic, usd: number): void {
  const { account, partition } = Stack.of(scope);
  const allowed = topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('budgets.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
      },
    }),
  );
  const budget = new CfnBudget(scope, 'MonthlyBudget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: usd, unit: 'USD' } },
    notificationsWithSubscribers: TOLD_AT.map(([notificationType, threshold]) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })),
  });
  // A budget whose subscriber it may not reach is refused.
  if (allowed.policyDependable) budget.node.addDependency(allowed.policyDependable);
}
