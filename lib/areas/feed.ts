import type { AreaDeclaration } from './declaration.ts';

export const feed = {
  purpose: 'Serves the status feed and status pages.',
  memoryMb: 512,
  timeoutSec: 20,
  http: true,
  items: {
    apiKey: ['GetItem'],
    apiKeyRecords: ['GetItem', 'UpdateItem'],
    session: ['GetItem', 'UpdateItem'],
    trial: ['GetItem', 'PutItem'],
    guest: ['GetItem'],
    // The check is of the feed's space, which must still be the owner's.
    owner: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
    idempotency: ['GetItem', 'PutItem', 'DeleteItem'],
    // The writes mint and rotate the feed's token, and begin and end addresses of pages.
    feedToken: ['GetItem', 'PutItem', 'DeleteItem'],
    space: ['GetItem', 'Query', 'PutItem'],
    monitor: ['GetItem', 'BatchGetItem', 'Query'],
    // What was wrong with the monitors of a page.
    incidents: ['Query'],
    checker: ['GetItem'],
    canary: ['GetItem'],
    counts: ['UpdateItem'],
  },
  secret: true,
  settings: ['urls', 'originMark'],
} as const satisfies AreaDeclaration;
