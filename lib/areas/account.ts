import type { AreaDeclaration } from './declaration.ts';

export const account = {
  purpose: 'Serves accounts: sessions, profiles and the account page.',
  memoryMb: 512,
  timeoutSec: 20,
  http: true,
  items: {
    apiKey: ['PutItem', 'DeleteItem'],
    apiKeyRecords: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    session: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    login: ['PutItem', 'DeleteItem'],
    identity: ['GetItem', 'PutItem'],
    guest: ['GetItem'],
    // With the pictures of accounts.
    owner: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    // With the monitors of GET /api/me, as their list shows them.
    space: ['Query', 'PutItem'],
    monitor: ['BatchGetItem', 'Query'],
    checker: ['GetItem'],
    canary: ['GetItem'],
  },
  told: ['urls', 'originMark', 'identity'],
  calls: 'the configured issuer of identities',
} as const satisfies AreaDeclaration;
