import { flag, oneOf, secretArn, textLike, wholeNumber, type AwsSetting } from './setting.ts';

/** What holds state: whose it is, and what becomes of it. */
export const stateSettings = {
  tableName: {
    form: textLike(/^[A-Za-z0-9_.-]{3,255}$/),
    rule: 'the name of a DynamoDB table',
    unset: 'a new table',
    says: 'an existing table to work on, such as a restored one; needs `serviceSecretArn`',
  },
  serviceSecretArn: {
    ...secretArn,
    unset: 'a new secret',
    says: 'the service secret that belongs to that table; needs `tableName`',
  },
  secretsVersion: {
    ...wholeNumber(1, 1_000_000),
    default: 1,
    says: 'raise it to replace the origin mark, and to have a changed service secret read at once',
  },
  removal: {
    ...oneOf('retain', 'destroy'),
    default: 'retain',
    says: '`destroy` deletes table and service secret with the stack',
  },
  terminationProtection: {
    ...flag,
    default: false,
    says: '`true` has CloudFormation refuse to delete the stack, and DynamoDB the table; set it once the first deployment works',
  },
} satisfies Record<string, AwsSetting>;
