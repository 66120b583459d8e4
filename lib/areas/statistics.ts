import type { AreaDeclaration } from './declaration.ts';

export const statistics = {
  purpose: 'Shows the statistics of the service; takes the errors that pages report.',
  memoryMb: 512,
  timeoutSec: 10,
  http: true,
  items: {
    counts: ['Query', 'BatchGetItem', 'UpdateItem'],
    visitorSalt: ['GetItem', 'PutItem', 'DeleteItem'],
    visitors: ['UpdateItem'],
    browserErrors: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    published: ['GetItem'],
  },
  secret: true,
  knowsOperator: true,
  settings: ['urls', 'originMark', 'publicPages', 'billing', 'allowance'],
} as const satisfies AreaDeclaration;
