import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { AwsBinding } from '../domain/alerts/aws-channels.ts';
import { awsTargetOf, EVENT_SOURCE } from '../domain/alerts/sending/aws-target.ts';
import type { AreaFunction } from './area-function.ts';

/** Lets a function tell by the topics and event buses that somebody may use, in whatever region, and by no other. */
export function allowTelling(fn: AreaFunction, bindings: readonly AwsBinding[]): void {
  for (const arn of new Set(bindings.map((binding) => binding.arn))) {
    if (awsTargetOf(arn)?.kind === 'sns') fn.allow(['sns:Publish'], arn);
    // In nobody else's name, so that no event of ours can be taken for that of a job.
    else
      fn.allow(['events:PutEvents'], arn, {
        conditions: { StringEquals: { 'events:source': EVENT_SOURCE } },
      });
  }
}

/** Lets a function send texts, and publish to no topic by that: a number is no resource that a right could name. */
export function allowTexting(fn: AreaFunction): void {
  fn.role.addToPolicy(new PolicyStatement({ actions: ['sns:Publish'], notResources: ['arn:*:sns:*:*:*'] }));
}
