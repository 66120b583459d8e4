import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { areas } from './areas.ts';
import { Timer } from './timer.ts';

export interface CheckerProps {
  function: AreaFunction;
  /** Shards worked on at the same time, besides the tick. */
  shardsAtOnce: number;
}

/** The periodic check (SPEC.md "Limits": every 5 minutes), and how it goes on at once when it falls behind. */
export class Checker extends Construct {
  /** Ticks that Scheduler could not deliver. */
  readonly lostTicks: Queue;
  /** Shards that a run had to leave. */
  readonly rest: Queue;
  readonly timer: Timer;

  constructor(scope: Construct, id: string, props: CheckerProps) {
    super(scope, id);
    const checker = props.function;
    const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.lostTicks = new Queue(this, 'LostTicks', { ...safe, retentionPeriod: Duration.days(14) });
    this.rest = new Queue(this, 'Rest', {
      ...safe,
      // The next two ticks have put the same shards here again.
      retentionPeriod: Duration.minutes(10),
      // Longer than the function may run, as Lambda demands.
      visibilityTimeout: Duration.seconds(areas.checker.timeoutSec + 30),
    });
    this.timer = new Timer(this, 'Timer', {
      wakes: checker,
      rate: 'rate(5 minutes)',
      description: 'Rollcall: the periodic check.',
      retries: 3,
      // The next tick does the work of a lost one.
      maxAge: Duration.minutes(4),
      deadLetters: this.lostTicks,
    });
    checker.lambda.configureAsyncInvoke({ retryAttempts: 1, maxEventAge: Duration.minutes(5) });
    this.#goOnWith(checker, props.shardsAtOnce);
  }

  #goOnWith(checker: AreaFunction, shardsAtOnce: number): void {
    checker.tell('CHECK_QUEUE_URL', this.rest.queueUrl);
    checker.allow(
      ['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      this.rest.queueArn,
    );
    const mapping = new EventSourceMapping(this, 'GoOn', {
      target: checker.lambda,
      eventSourceArn: this.rest.queueArn,
      batchSize: 1,
      maxConcurrency: shardsAtOnce,
    });
    // Lambda checks on creation that the role may read the queue.
    mapping.node.addDependency(checker.role);
  }
}
