import { CfnResource, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, AlarmRule, ComparisonOperator, CompositeAlarm, TreatMissingData, type AlarmBase } from 'aws-cdk-lib/aws-cloudwatch'; // prettier-ignore
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { AlarmTopic } from './alarm-topic.ts';
import type { AreaFunction } from '../area-function.ts';
import type { FunctionArea } from '../../areas/areas.ts';
import { figuresIn, type Severity, type Watch } from './watch.ts';
import * as watches from './watches.ts';

export interface AlarmsProps {
  functions: ReadonlyMap<FunctionArea, AreaFunction>;
  queues: { alerts: Queue; deadLetters: Queue };
  accessLog: LogGroup;
  /** Whether the service mails. */
  mails: boolean;
  /** @default nobody is told; the alarms only show */
  email?: string;
}

/**
 * Watches the watcher, over SNS: outside the way our own alerts travel. Which alarms tell, and which are told by another:
 * decisions/024. Each has a section in docs/runbook.md.
 */
export class Alarms extends Construct {
  readonly topic: AlarmTopic;
  /** Every alarm on a metric. */
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.topic = new AlarmTopic(this, 'Topic', { email: props.email });
    const made = Object.entries(this.#watches(props)).map(([name, watch]) => ({
      severity: watch.severity,
      alarm: this.#alarm(name, watch),
    }));
    this.all = made.map(({ alarm }) => alarm);
    const of = (...severities: Severity[]) =>
      made.filter(({ severity }) => severities.includes(severity)).map(({ alarm }) => alarm);
    const critical = this.#composite('Critical', of('dead', 'critical'), {
      says: 'The service hears nobody or tells nobody.',
    });
    const warning = this.#composite('Warning', of('warning'), {
      says: 'Some checks, alerts or reports about mails fail.',
      ...(critical && quietDuring(critical)),
    });
    for (const alarm of [critical, warning, ...of('dead', 'alone')]) if (alarm) this.#notify(alarm);
  }

  #watches({ functions, queues, accessLog, mails }: AlarmsProps): watches.Watches {
    const { ingest, checker, notifier, canary, bridge, pool } = Object.fromEntries(functions);
    const figure = figuresIn(Stack.of(this).stackName);
    return {
      ...watches.queueWatches(queues),
      ...(ingest && watches.pingWatches(this, accessLog)),
      ...(checker && watches.checkerWatches(checker, figure)),
      ...(notifier && watches.notifierWatches(notifier, figure)),
      ...(canary && watches.canaryWatches(canary)),
      ...(pool && watches.poolWatches(this, pool)),
      ...(mails && watches.mailWatches(bridge, figure)),
    };
  }

  #alarm(id: string, watch: Watch): Alarm {
    const { metric, threshold, periods, of = periods, missingIsBad, says } = watch;
    return new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: of,
      datapointsToAlarm: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${says} See docs/runbook.md, ${id}.`,
    });
  }

  /** An alarm that is up while one of the others is; none over none. */
  #composite(id: string, alarms: readonly Alarm[], { says, ...quiet }: Told): CompositeAlarm | undefined {
    if (alarms.length === 0) return undefined;
    const composite = new CompositeAlarm(this, id, {
      alarmRule: AlarmRule.anyOf(...alarms),
      alarmDescription: `${says} The cause names the alarms that are up. See docs/runbook.md, ${id}.`,
      ...quiet,
    });
    // CDK would give it a fixed name, unlike the alarms on metrics.
    const [resource] = composite.node.children.filter(CfnResource.isCfnResource);
    resource?.addPropertyDeletionOverride('AlarmName');
    return composite;
  }

  #notify(alarm: AlarmBase): void {
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }
}

/** What a composite alarm says, and what keeps it quiet. */
interface Told extends Partial<ReturnType<typeof quietDuring>> {
  says: string;
}

function quietDuring(outage: CompositeAlarm) {
  return {
    actionsSuppressor: outage,
    // Until an outage of both kinds is seen as one, and until what it leaves behind is over.
    actionsSuppressorWaitPeriod: Duration.minutes(10),
    actionsSuppressorExtensionPeriod: Duration.minutes(30),
  };
}
