import type { AreaDeclaration } from './declaration.ts';

export const pool = {
  purpose:
    'Says who may sign up in the user pool and counts the codes it mails, and ends sessions and keys when a password is reset.',
  memoryMb: 256,
  // Cognito waits no longer.
  timeoutSec: 5,
  poolEvents: true,
  items: { identity: ['GetItem'], owner: ['UpdateItem'], mailCount: ['UpdateItem'] },
  settings: ['access', 'signUpMails', 'metrics'],
  needsPool: true,
} as const satisfies AreaDeclaration;
