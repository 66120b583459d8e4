import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { AreaFunction } from './area-function.ts';

/** How bounces and complaints come back: SES reports them to EventBridge for mails that name this configuration set. */
export class MailFeedback extends Construct {
  readonly configurationSet: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const set = new ConfigurationSet(this, 'ConfigurationSet', {
      // Events are delivered as best SES can; this holds a mail back also when one was lost. Not after complaints: whoever
      // reports a stranger's question as spam would get no more alerts of his own.
      suppressionReasons: SuppressionReasons.BOUNCES_ONLY,
    });
    set.addEventDestination('Events', {
      // SES knows no bus but the default one.
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    this.configurationSet = set.configurationSetName;
  }

  /** Brings the events of this configuration set, and of no other sender in the account, to the bridge. */
  bringTo(bridge: AreaFunction): void {
    const rule = new Rule(this, 'Rule', {
      description: 'Rollcall: mails that came back or were complained of.',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSet] } } },
      },
    });
    rule.addTarget(new LambdaFunction(bridge.lambda, { maxEventAge: Duration.hours(24), retryAttempts: 24 }));
    bridge.lambda.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.hours(6) });
  }
}
