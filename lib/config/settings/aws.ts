import {
  AWS_CHANNELS_RULE,
  awsChannelsOf,
  SMS_OWNERS_RULE,
  smsOwnersOf,
} from '../../domain/alerts/aws-channels.ts';
import { aliasesOf, areNames } from '../../domain/aws/names-setting.ts';
import { secretArn, textLike, textReadBy, textThat, type AwsSetting } from './setting.ts';

/** Whose jobs of AWS are heard of by their events, and who declares monitors. */
export const awsEventSettings = {
  awsEventsKeySecretArn: {
    ...secretArn,
    unset: 'no events of AWS are taken in',
    says: 'the Secrets Manager secret with the ingest key, as its whole text, under which jobs of this account get monitors by their events ([aws-jobs.md](aws-jobs.md))',
  },
  awsNames: {
    form: textThat(areNames),
    rule: 'up to 50 names of jobs with commas between them, `*` for any text, `!` before those that are left out',
    unset: 'all',
    says: 'which jobs, such as `prod-*,!prod-test-*`; needs `awsEventsKeySecretArn`',
  },
  awsAccounts: {
    form: textReadBy(aliasesOf),
    rule: 'accounts and their names such as 111122223333=prod, with commas between them, no two of one name',
    unset: 'their numbers',
    says: 'what the jobs of other accounts have before their names; needs `awsEventsKeySecretArn`',
  },
  awsOrgId: {
    form: textLike(/^o-[a-z0-9]{10,32}$/),
    rule: 'the id of an organization such as o-a1b2c3d4e5',
    unset: 'this account alone',
    says: 'the organization whose accounts may send events to the bus of this copy; needs `awsEventsKeySecretArn`',
  },
  apiKeySecretArn: {
    ...secretArn,
    unset: 'each such stack names one',
    says: 'the Secrets Manager secret with an API key, as its whole text, by which stacks of this account declare monitors ([cdk.md](cdk.md#monitors-beside-their-jobs)); it is not read here',
  },
} satisfies Record<string, AwsSetting>;

/** Whose alerts go to topics and event buses of AWS. */
export const awsAlertSettings = {
  awsChannels: {
    form: textReadBy(awsChannelsOf),
    rule: AWS_CHANNELS_RULE,
    unset: 'no channel leads to AWS',
    says: 'the topics of SNS and buses of EventBridge that channels may lead to, each with the address of the account or the id of the organization that may use it ([aws-jobs.md](aws-jobs.md#alerts-to-aws))',
    here: {
      takes: 'ARN=OWNER',
      says: 'the same on this machine, where nothing is sent to AWS and `/_local/published` shows what would be',
    },
  },
  smsOwners: {
    form: textReadBy(smsOwnersOf),
    rule: SMS_OWNERS_RULE,
    unset: 'nobody is sent a text',
    says: 'the accounts, by their addresses, and organizations, by their ids, whose channels may send texts (SMS) at your cost ([aws-jobs.md](aws-jobs.md#texts))',
    here: {
      takes: 'OWNERS',
      says: 'the same on this machine, where no text is sent and `/_local/published` shows what would be',
    },
  },
} satisfies Record<string, AwsSetting>;
