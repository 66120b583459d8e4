import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { areas } from './areas.ts';

/** Times the queue hands out a message; the notifier plans five attempts, the rest absorb crashes. */
const maxReceiveCount = 8;

/**
 * The queue alerts travel on, and the queues of those given up on. Every message says whose it is (`MessageGroupId`), so
 * this is a fair queue: while one owner's messages take up the notifier, SQS hands out those of others first.
 */
export class Alerts extends Construct {
  readonly queue: Queue;
  /** What the notifier gave up on: its receiver took none of the tries. */
  readonly givenUp: Queue;
  /** What the queue itself gave up on, after crashes: a fault of ours. */
  readonly deadLetters: Queue;

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
    this.queue = new Queue(this, 'Queue', {
      ...safe,
      retentionPeriod: Duration.days(4),
      // Six times the function's timeout, as Lambda asks of a queue it polls.
      visibilityTimeout: Duration.seconds(6 * areas.notifier.timeoutSec),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
  }

  allowSending(fn: AreaFunction): void {
    fn.tell('QUEUE_URL', this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], this.queue.queueArn);
  }

  /** Lets the notifier take alerts, at most `atOnce` batches at a time, postpone them one by one, and give up on them. */
  deliverWith(notifier: AreaFunction, atOnce: number): void {
    notifier.tell('QUEUE_URL', this.queue.queueUrl);
    notifier.tell('DEAD_QUEUE_URL', this.givenUp.queueUrl);
    notifier.allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
      this.queue.queueArn,
    );
    notifier.allow(['sqs:SendMessage'], this.givenUp.queueArn);
    const mapping = new EventSourceMapping(this, 'Deliver', {
      target: notifier.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: 10,
      maxConcurrency: atOnce,
      reportBatchItemFailures: true,
    });
    // Lambda checks on creation that the role may read the queue.
    mapping.node.addDependency(notifier.role);
  }
}
