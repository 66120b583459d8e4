import type { AreaDeclaration } from './declaration.ts';

export const devices = {
  purpose: 'Creates, shows and changes devices, and takes what they tell of themselves.',
  memoryMb: 512,
  // A call that pays waits for a facilitator and the chain.
  timeoutSec: 28,
  http: true,
  items: {
    apiKey: ['GetItem'],
    apiKeyRecords: ['GetItem', 'UpdateItem'],
    session: ['GetItem', 'UpdateItem'],
    trial: ['GetItem', 'PutItem'],
    // Whoever creates a device without a credential becomes a guest.
    guest: ['GetItem', 'PutItem'],
    // The check is of a space that must still be the owner's, where its counters do not change.
    owner: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    idempotency: ['GetItem', 'PutItem', 'DeleteItem'],
    space: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    // Of a device that is watched; the update is of the month in which a deletion ends an incident.
    monitor: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    incidents: ['PutItem', 'DeleteItem'],
    payment: ['GetItem', 'PutItem'],
    credit: ['GetItem', 'PutItem', 'UpdateItem'],
    device: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
    symbol: ['PutItem', 'DeleteItem'],
    inputCredential: ['PutItem', 'DeleteItem'],
    // The last numbers of channels.
    readings: ['GetItem', 'BatchGetItem', 'DeleteItem'],
    counts: ['UpdateItem'],
  },
  secret: true,
  settles: true,
  settings: ['urls', 'billing', 'settlement', 'originMark', 'guests', 'allowance'],
  sendsTo: ['alerts'],
  calls: 'the configured facilitator and JSON-RPC endpoint of the chain',
} as const satisfies AreaDeclaration;
