import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { areas } from '../areas/areas.ts';
import type { AreaDeclaration, QueueName } from '../areas/declaration.ts';
import type { AreaFunction } from './area-function.ts';

/** Times the queue hands out a message; the notifier plans five attempts, the rest absorb crashes. */
const maxReceiveCount = 8;

/** The queues of the service, and who may send to them and is fed by them. */
export class ServiceQueues extends Construct {
  /**
   * What alerts travel on. Every message says whose it is (`MessageGroupId`), so this is a fair queue: while one owner's
   * messages take up the notifier, SQS hands out those of others first.
   */
  readonly alerts: Queue;
  /** What the notifier gave up on: its receiver took none of the tries. */
  readonly givenUp: Queue;
  /** What the queue itself gave up on, after crashes: a fault of ours. */
  readonly deadLetters: Queue;
  /** Shards that a check had to leave. */
  readonly checks: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.givenUp = new Queue(this, 'GivenUp', { ...safe, retentionPeriod: Duration.days(14) });
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...safe,
      retentionPeriod: Duration.days(14),
      // Nothing takes messages here. SQS moves messages back only from a queue that is another one's dead-letter queue.
      deadLetterQueue: { queue: this.givenUp, maxReceiveCount: 1000 },
    });
    this.alerts = new Queue(this, 'Alerts', {
      ...safe,
      retentionPeriod: Duration.days(4),
      // Six times the function's timeout, as Lambda asks of a queue it polls.
      visibilityTimeout: Duration.seconds(6 * areas.notifier.timeoutSec),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
    this.checks = new Queue(this, 'Checks', {
      ...safe,
      // The next two ticks have put the same shards here again.
      retentionPeriod: Duration.minutes(2 * areas.checker.schedule.everyMin),
      // Longer than the function may run, as Lambda demands.
      visibilityTimeout: Duration.seconds(areas.checker.timeoutSec + 30),
    });
  }

  allowSending(fn: AreaFunction, name: QueueName): void {
    fn.give(name, [this[name].queueUrl]);
    fn.allow(['sqs:SendMessage'], this[name].queueArn);
  }

  /** Has the function take messages, in at most `atOnce` batches at a time; of a batch it may postpone one by one. */
  feed(fn: AreaFunction, { queue: name, batch }: Fed, atOnce: number): void {
    const queue = this[name];
    fn.give(name, [queue.queueUrl]);
    fn.allow(
      [
        'sqs:ReceiveMessage',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        ...(batch > 1 ? ['sqs:ChangeMessageVisibility'] : []),
      ],
      queue.queueArn,
    );
    const mapping = new EventSourceMapping(this, `To-${fn.area}`, {
      target: fn.lambda,
      eventSourceArn: queue.queueArn,
      batchSize: batch,
      maxConcurrency: atOnce,
      ...(batch > 1 && { reportBatchItemFailures: true }),
    });
    // Lambda checks on creation that the role may read the queue.
    mapping.node.addDependency(fn.role);
  }
}

type Fed = NonNullable<AreaDeclaration['fedBy']>;
