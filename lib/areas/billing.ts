import type { AreaDeclaration } from './declaration.ts';

export const billing = {
  purpose: 'Says what costs what, what was paid, and what a credit holds.',
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
    owner: ['GetItem', 'UpdateItem'],
    // What was bought for it.
    space: ['Query'],
    credit: ['GetItem', 'Query'],
  },
  told: ['urls', 'billing', 'allowance', 'originMark'],
} as const satisfies AreaDeclaration;
