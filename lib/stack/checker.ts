import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { Timer } from './timer.ts';

/** The periodic check (SPEC.md "Limits": every 5 minutes). */
export class Checker extends Construct {
  /** Ticks that Scheduler could not deliver. */
  readonly lostTicks: Queue;
  readonly timer: Timer;

  constructor(scope: Construct, id: string, props: { function: AreaFunction }) {
    super(scope, id);
    const checker = props.function;
    this.lostTicks = new Queue(this, 'LostTicks', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
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
  }
}
