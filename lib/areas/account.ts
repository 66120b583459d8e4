import type { AreaDeclaration } from './declaration.ts';

export const account = {
  purpose: 'Serves accounts: sessions, profiles and the account page.',
  memoryMb: 512,
  timeoutSec: 20,
  http: true,
  items: {
    apiKey: ['PutItem', 'DeleteItem'],
    apiKeyRecords: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    session: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    login: ['PutItem', 'DeleteItem'],
    enrolment: ['GetItem', 'PutItem', 'DeleteItem'],
    recovery: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    identity: ['GetItem', 'PutItem', 'DeleteItem'],
    invited: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
    guest: ['GetItem'],
    // Of a mailbox that had an account before.
    trial: ['GetItem'],
    avatar: ['GetItem', 'PutItem', 'DeleteItem'],
    // Queried and deleted are the pointers to sessions.
    owner: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    // Read for the monitors of GET /api/me and for an export; written, as are tokens, by a claim.
    space: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    ingestKey: ['UpdateItem', 'DeleteItem'],
    feedToken: ['UpdateItem', 'DeleteItem'],
    erasure: ['PutItem'],
    address: ['GetItem', 'PutItem'],
    monitor: ['GetItem', 'BatchGetItem', 'Query', 'DeleteItem'],
    // Of an export.
    device: ['GetItem', 'Query'],
    readings: ['Query'],
    checker: ['GetItem'],
    canary: ['GetItem'],
    counts: ['UpdateItem'],
  },
  settings: ['urls', 'originMark', 'identity', 'access'],
  sendsTo: ['alerts'],
  calls: 'the configured issuer of identities',
} as const satisfies AreaDeclaration;
