import type { AreaDeclaration } from './declaration.ts';

export const billing = {
  purpose: 'Says what costs what.',
  memoryMb: 512,
  timeoutSec: 10,
  http: true,
  items: {
    // Whose usage is shown.
    apiKey: ['GetItem'],
    apiKeyRecords: ['GetItem', 'UpdateItem'],
    session: ['GetItem', 'UpdateItem'],
    trial: ['GetItem', 'PutItem'],
    guest: ['GetItem'],
    owner: ['GetItem', 'UpdateItem'],
  },
  told: ['urls', 'billing', 'allowance', 'originMark'],
} as const satisfies AreaDeclaration;
