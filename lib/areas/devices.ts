import type { AreaDeclaration } from './declaration.ts';

export const devices = {
  purpose: 'Creates, shows and changes devices, and takes what they tell of themselves.',
  memoryMb: 512,
  timeoutSec: 20,
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
    space: ['Query', 'PutItem', 'DeleteItem'],
    device: ['GetItem', 'BatchGetItem', 'PutItem'],
    symbol: ['PutItem', 'DeleteItem'],
  },
  secret: true,
  told: ['urls', 'originMark', 'guests'],
} as const satisfies AreaDeclaration;
