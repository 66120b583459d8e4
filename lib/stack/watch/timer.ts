import { Stack, type Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AreaFunction } from '../area-function.ts';

export interface TimerProps {
  wakes: AreaFunction;
  /** A rate expression such as `rate(5 minutes)`. */
  rate: string;
  description: string;
  retries: number;
  /** A tick older than this is not worth delivering. */
  maxAge: Duration;
  /** @default none: a tick that cannot be delivered is dropped */
  deadLetters?: IQueue;
}

/**
 * Wakes a function at a steady rate. The plain resource rather than the construct, which lets its role invoke
 * every version of the function as well.
 */
export class Timer extends Construct {
  readonly schedule: CfnSchedule;

  constructor(scope: Construct, id: string, props: TimerProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const group = stack.formatArn({
      service: 'scheduler',
      resource: 'schedule-group',
      resourceName: 'default',
    });
    const target = props.wakes.lambda.functionArn;
    const statements = [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target] })];
    if (props.deadLetters) {
      statements.push(
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [props.deadLetters.queueArn] }),
      );
    }
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        // The group: Scheduler names no single schedule there.
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account, 'aws:SourceArn': group } },
      }),
      inlinePolicies: { wake: new PolicyDocument({ statements }) },
    });
    this.schedule = new CfnSchedule(this, 'Schedule', {
      description: props.description,
      scheduleExpression: props.rate,
      scheduleExpressionTimezone: 'UTC',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: target,
        roleArn: role.roleArn,
        input: '{}',
        retryPolicy: {
          maximumEventAgeInSeconds: props.maxAge.toSeconds(),
          maximumRetryAttempts: props.retries,
        },
        ...(props.deadLetters ? { deadLetterConfig: { arn: props.deadLetters.queueArn } } : {}),
      },
    });
  }
}
