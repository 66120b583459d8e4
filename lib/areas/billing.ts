import type { AreaDeclaration } from './declaration.ts';

export const billing = {
  purpose: 'Says what costs what and what was paid; sells credit; settles what first pings cost.',
  memoryMb: 512,
  // Settling a payment waits for the chain.
  timeoutSec: 28,
  http: true,
  items: {
    // Whose usage is shown.
    apiKey: ['GetItem'],
    apiKeyRecords: ['GetItem', 'UpdateItem'],
    session: ['GetItem', 'UpdateItem'],
    trial: ['GetItem', 'PutItem'],
    guest: ['GetItem'],
    // The check is of a space that must still be the owner's when a purchase is written.
    owner: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
    idempotency: ['GetItem', 'PutItem', 'DeleteItem'],
    space: ['GetItem', 'Query', 'PutItem'],
    payment: ['GetItem', 'PutItem'],
    credit: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    // Of a job's first ping: whose key it is, and that there is no monitor yet, or two at once would both pay for it.
    ingestKey: ['GetItem'],
    monitor: ['GetItem', 'ConditionCheckItem'],
    counts: ['UpdateItem'],
  },
  secret: true,
  settles: true,
  settings: ['urls', 'billing', 'settlement', 'allowance', 'originMark', 'publicPages'],
  calls: 'the configured facilitator and JSON-RPC endpoint of the chain',
} as const satisfies AreaDeclaration;
