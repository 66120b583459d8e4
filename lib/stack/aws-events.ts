import { Aws, Duration, NestedStack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { CfnEventBus, CfnEventBusPolicy, EventBus, Rule, type IEventBus } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Code } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { areas } from '../areas/areas.ts';
import { itemRightsOf } from '../areas/item-rights.ts';
import type { IdentityPingsConfig, SettingsGroup } from '../config/groups.ts';
import { aliasesOf, namePatternsOf } from '../domain/aws/names-setting.ts';
import { DEAD_LETTER, JOB_ROWS, type JobRow } from '../domain/aws/job-rows.ts';
import { PING_SOURCE, PING_TYPE } from '../domain/aws/own-ping.ts';
import type { AwsSettings } from '../config/settings/all-settings.ts';
import { AreaFunction } from './area-function.ts';
import type { GivenSecret } from './given-secret.ts';
import type { ServiceTable } from './table.ts';

export interface AwsEventsProps {
  codeOf: (area: 'aws' | 'hook') => Code;
  table: ServiceTable;
  key: GivenSecret;
  alarmTopicArn: string;
  /** What the function is told besides, of which it takes what it needs. */
  values: Partial<Record<SettingsGroup, readonly string[]>>;
  settings: AwsSettings;
}

/** Times an event is handed out before it lies among the dead letters. */
const maxReceiveCount = 5;
/** Batches side by side: events of one job that come together are then mostly in one. */
const AT_ONCE = 2;

/** By which names others know what pings go to: they outlive the stack, and whoever grants rights on them need not wait for it. */
const nameOf = ({ stage }: AwsSettings): string => ['rollcall', stage].filter(Boolean).join('-');
const hookNameOf = (settings: AwsSettings): string => `${nameOf(settings)}-hook`;

/** Where pings by identity go, as the function is told that shows it. */
export function identityPingsOf(settings: AwsSettings): IdentityPingsConfig {
  const arn = (service: string, what: string) =>
    `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${what}`;
  return {
    account: Aws.ACCOUNT_ID,
    aliases: aliasesOf(settings.awsAccounts ?? '') ?? {},
    busArn: arn('events', `event-bus/${nameOf(settings)}`),
    hookArn: arn('lambda', `function:${hookNameOf(settings)}`),
  };
}

/** How jobs of AWS are heard of: rules of the default bus, a bus of its own for others and pings, one queue, one function; and the function that pings call. A stack of its own within the stack. */
export class AwsEvents extends NestedStack {
  readonly queue: Queue;
  readonly bus: CfnEventBus;
  readonly hook: AreaFunction;
  readonly #deadLetters: Queue;

  constructor(scope: Construct, id: string, { settings, ...props }: AwsEventsProps) {
    super(scope, id, { description: 'Rollcall: jobs of AWS by their events.' });
    const safe = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.#deadLetters = new Queue(this, 'DeadLetters', safe);
    this.queue = new Queue(this, 'Events', {
      ...safe,
      visibilityTimeout: Duration.seconds(6 * areas.aws.timeoutSec),
      deadLetterQueue: { queue: this.#deadLetters, maxReceiveCount },
    });
    this.bus = new CfnEventBus(this, 'Bus', { name: nameOf(settings) });
    if (settings.awsOrgId !== undefined) this.#letIn(settings.awsOrgId);
    this.#listen();
    this.#takeLetters();
    this.#feed(this.#function('aws', props, settings));
    this.hook = this.#function('hook', props, settings);
    this.#watch(props.alarmTopicArn);
  }

  /** Accounts of the organization may send; whose an event is EventBridge says, and nobody sends in the name of a service. */
  #letIn(organization: string): void {
    const policy = new CfnEventBusPolicy(this, 'BusPolicy', {
      eventBusName: this.bus.ref,
      statementId: 'organization',
      statement: {
        Effect: 'Allow',
        Principal: '*',
        Action: 'events:PutEvents',
        Resource: this.bus.attrArn,
        Condition: { StringEquals: { 'aws:PrincipalOrgID': organization } },
      },
    });
    policy.addResourceDependency(this.bus);
  }

  #listen(): void {
    const rows = JOB_ROWS.filter(({ source }) => source !== DEAD_LETTER);
    const own = EventBus.fromEventBusName(this, 'Default', 'default');
    for (const row of rows) this.#rule(`Of${titleOf(row)}`, own, patternOf(row));
    const sources = [...new Set(rows.map(({ source }) => source))];
    const detailType = rows.flatMap(({ detailTypes }) => detailTypes);
    const others = EventBus.fromEventBusName(this, 'Own', this.bus.ref);
    this.#rule('OfOthers', others, { source: sources, detailType });
    this.#rule('Pings', others, { source: [PING_SOURCE], detailType: [PING_TYPE] });
  }

  #rule(id: string, eventBus: IEventBus, eventPattern: object): void {
    const rule = new Rule(this, id, { eventBus, eventPattern, description: 'Rollcall: signs of jobs.' });
    rule.addTarget(
      new SqsQueue(this.queue, {
        deadLetterQueue: this.#deadLetters,
        maxEventAge: Duration.hours(24),
        retryAttempts: 185,
      }),
    );
  }

  /** What rules of this account could not start; those of schedules come by the rights of the schedules' own roles. */
  #takeLetters(): void {
    this.queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.queue.queueArn],
        conditions: {
          ArnLike: { 'aws:SourceArn': `arn:${Aws.PARTITION}:events:${Aws.REGION}:${Aws.ACCOUNT_ID}:rule/*` },
        },
      }),
    );
  }

  /** Who may call `hook` is granted by the operator, and nobody else may. */
  #function(
    area: 'aws' | 'hook',
    { codeOf, table, key, values }: Omit<AwsEventsProps, 'settings'>,
    settings: AwsSettings,
  ): AreaFunction {
    const named = area === 'hook' && { functionName: hookNameOf(settings) };
    const fn = new AreaFunction(this, area, { area, code: codeOf(area), ...named });
    table.allow(fn, itemRightsOf(areas[area]));
    key.allow(fn);
    const said = {
      key: { id: key.arn },
      account: Aws.ACCOUNT_ID,
      names: namePatternsOf(settings.awsNames ?? ''),
      aliases: aliasesOf(settings.awsAccounts ?? '') ?? {},
    };
    fn.tellNeeded({ ...values, awsEvents: [JSON.stringify(said)] });
    return fn;
  }

  #feed(fn: AreaFunction): void {
    fn.allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], this.queue.queueArn);
    const mapping = new EventSourceMapping(this, 'ToFunction', {
      target: fn.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: areas.aws.awsEvents.batch,
      maxConcurrency: AT_ONCE,
      reportBatchItemFailures: true,
    });
    mapping.node.addDependency(fn.role);
  }

  #watch(topicArn: string): void {
    const alarm = new Alarm(this, 'DeadLettersAlarm', {
      alarmDescription:
        'Events of AWS could not be taken in: the ingest key of awsEventsKeySecretArn may be none any more.',
      metric: this.#deadLetters.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: Duration.minutes(5),
      }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(Topic.fromTopicArn(this, 'AlarmTopic', topicArn)));
  }
}

function patternOf({ source, detailTypes, pattern }: JobRow) {
  return { source: [source], detailType: [...detailTypes], ...(pattern && { detail: pattern }) };
}

const titleOf = ({ service }: JobRow): string => service.replace(/^./, (first) => first.toUpperCase());
