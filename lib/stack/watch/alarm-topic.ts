import { Annotations, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

/** Where the service's own alarms go, and by it whoever is configured. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { email }: { email: string | undefined }) {
    super(scope, id, { displayName: `${Stack.of(scope).stackName} alarms`, enforceSSL: true });
    // A topic with a policy of its own loses the default one, which lets alarms publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email) this.addSubscription(new EmailSubscription(email));
    else
      Annotations.of(this).addWarningV2(
        'rollcall:alarmEmail',
        'alarmEmail is not set: when the service fails nobody is told. Set it, or subscribe to AlarmTopicArn.',
      );
  }
}
