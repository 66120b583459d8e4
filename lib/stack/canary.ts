import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';
import { Timer } from './timer.ts';

/** Pings through the public ingest path each minute (DECISIONS.md "Incidents and alerts" 8). */
export class Canary extends Construct {
  readonly timer: Timer;

  constructor(scope: Construct, id: string, props: { function: AreaFunction }) {
    super(scope, id);
    this.timer = new Timer(this, 'Timer', {
      wakes: props.function,
      rate: 'rate(1 minute)',
      description: 'Rollcall: a ping through the public ingest path.',
      // A late ping says nothing about now.
      retries: 0,
      maxAge: Duration.seconds(60),
    });
    props.function.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.seconds(60) });
  }
}
