import type { AreaDeclaration } from './declaration.ts';

export const site = {
  purpose: 'Serves the consent pages of alert addresses.',
  memoryMb: 512,
  timeoutSec: 10,
  http: true,
  items: {
    // Whether an address that agrees is one of those who look after an organization.
    owner: ['GetItem'],
    space: ['GetItem', 'Query', 'UpdateItem'],
    monitor: ['GetItem', 'BatchGetItem', 'PutItem'],
  },
  secret: true,
  told: ['urls', 'originMark', 'publicPages'],
} as const satisfies AreaDeclaration;
