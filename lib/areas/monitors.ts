import type { AreaDeclaration } from './declaration.ts';

export const monitors = {
  purpose: 'Creates, shows and changes monitors.',
  memoryMb: 512,
  // A call that pays waits for a facilitator and the chain.
  timeoutSec: 28,
  http: true,
  items: {
    apiKey: ['GetItem'],
    apiKeyRecords: ['GetItem', 'UpdateItem'],
    session: ['GetItem', 'UpdateItem'],
    trial: ['GetItem', 'PutItem'],
    guest: ['GetItem', 'PutItem', 'DeleteItem'],
    // Read and queried are ping keys of Healthchecks, and what their slugs name.
    ingestKey: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
    // The check is of a space that must still be the owner's, where its counters do not change.
    owner: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    idempotency: ['GetItem', 'PutItem', 'DeleteItem'],
    space: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    // The update is of the month in which a deletion ends an incident.
    monitor: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    incidents: ['Query', 'PutItem', 'DeleteItem'],
    payment: ['GetItem', 'PutItem'],
    credit: ['GetItem', 'PutItem', 'UpdateItem'],
    checker: ['GetItem'],
    canary: ['GetItem'],
    counts: ['UpdateItem'],
  },
  secret: true,
  settles: true,
  settings: [
    'urls',
    'billing',
    'settlement',
    'originMark',
    'guests',
    'allowance',
    'publicPages',
    'identityPings',
    'awsChannels',
    'sms',
  ],
  sendsTo: ['alerts'],
  calls: 'the configured facilitator and JSON-RPC endpoint of the chain; a Healthchecks that is imported',
} as const satisfies AreaDeclaration;
