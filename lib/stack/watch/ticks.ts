import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AreaSchedule } from '../../areas/declaration.ts';
import type { AreaFunction } from '../area-function.ts';
import { Timer } from './timer.ts';

export interface TicksProps {
  wakes: AreaFunction;
  schedule: AreaSchedule;
  description: string;
}

/** Wakes a function as its schedule says, with Lambda's own repeats of a run that failed. */
export class Ticks extends Construct {
  /** Ticks that Scheduler could not deliver; undefined where they are dropped. */
  readonly lost: Queue | undefined;
  readonly timer: Timer;

  constructor(scope: Construct, id: string, { wakes, schedule, description }: TicksProps) {
    super(scope, id);
    const { everyMin, retries, maxAgeSec, runRetries, keepsLost } = schedule;
    this.lost = keepsLost
      ? new Queue(this, 'LostTicks', {
          encryption: QueueEncryption.SQS_MANAGED,
          enforceSSL: true,
          retentionPeriod: Duration.days(14),
        })
      : undefined;
    this.timer = new Timer(this, 'Timer', {
      wakes,
      rate: `rate(${everyMin} ${everyMin === 1 ? 'minute' : 'minutes'})`,
      description,
      retries,
      maxAge: Duration.seconds(maxAgeSec),
      ...(this.lost && { deadLetters: this.lost }),
    });
    wakes.lambda.configureAsyncInvoke({
      retryAttempts: runRetries,
      maxEventAge: Duration.minutes(everyMin),
    });
  }
}
