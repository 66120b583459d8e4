import { expect, it } from 'vitest';
import {
  environmentOf,
  ofType,
  propertiesOf,
  readable,
  synthesised,
} from '../../support/stack/synthesised.ts';

const stack = synthesised({ mailFrom: 'alerts@example.com' });
const set = 'MailFeedbackConfigurationSet';

it('mails name the configuration set, whose bounces and complaints go to the default bus', () => {
  for (const area of ['notifier', 'alerts'] as const) {
    expect(environmentOf(stack, area)['MAIL_CONFIGURATION_SET']).toBe(set);
  }
  const destination = propertiesOf(stack, 'AWS::SES::ConfigurationSetEventDestination');
  expect(readable(destination['ConfigurationSetName'])).toBe(set);
  expect(destination['EventDestination']).toMatchObject({
    Enabled: true,
    MatchingEventTypes: ['bounce', 'complaint'],
  });
  const { EventBridgeDestination: bus } = destination['EventDestination'] as Record<string, object>;
  expect(readable((bus as { EventBusArn: unknown }).EventBusArn)).toBe(
    'arn:<Partition>:events:<Region>:<AccountId>:event-bus/default',
  );
});

it('SES itself holds back a mail to an address that bounced, should an event be lost, and none for a complaint of others’ mails', () => {
  expect(propertiesOf(stack, 'AWS::SES::ConfigurationSet')).toMatchObject({
    SuppressionOptions: { SuppressedReasons: ['BOUNCE'] },
  });
});

it('the rule takes these events of this configuration set, and of no other sender in the account', () => {
  const { EventPattern: pattern, Targets: targets } = propertiesOf(stack, 'AWS::Events::Rule');

  expect(pattern).toMatchObject({
    source: ['aws.ses'],
    'detail-type': ['Email Bounced', 'Email Complaint Received'],
  });
  const { detail } = pattern as { detail: { mail: { tags: Record<string, unknown[]> } } };
  expect(detail.mail.tags['ses:configuration-set']?.map(readable)).toEqual([set]);
  expect((targets as { Arn: unknown }[]).map(({ Arn }) => readable(Arn))).toEqual(['bridgeFunction']);
});

it('only that rule may wake the bridge', () => {
  const permissions = ofType(stack, 'AWS::Lambda::Permission').filter(
    ([, { Properties }]) => readable(Properties['FunctionName']) === 'bridgeFunction',
  );

  expect(permissions.map(([, { Properties }]) => Properties['Principal'])).toEqual(['events.amazonaws.com']);
  expect(readable(permissions[0]?.[1].Properties['SourceArn'])).toBe('MailFeedbackRule');
});

it('an event that fails is tried again for hours, not for good', () => {
  expect(propertiesOf(stack, 'AWS::Lambda::EventInvokeConfig', 'bridge')).toMatchObject({
    MaximumRetryAttempts: 2,
    MaximumEventAgeInSeconds: 6 * 3_600,
  });
});

it('without a sender there is none of it', () => {
  const quiet = synthesised();

  for (const type of ['AWS::SES::ConfigurationSet', 'AWS::Events::Rule'])
    expect(ofType(quiet, type)).toEqual([]);
});
