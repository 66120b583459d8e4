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
