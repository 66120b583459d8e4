import type { AreaDeclaration } from './declaration.ts';

export const publisher = {
  purpose: 'Publishes the statistics of the day before, and asks other products for theirs.',
  memoryMb: 256,
  // Products are asked side by side, ten seconds each.
  timeoutSec: 60,
  // Once a day there is something to do. More ticks than these would cost more than the rest of it (decisions/044).
  schedule: { everyMin: 120, retries: 3, maxAgeSec: 3_600, runRetries: 1, keepsLost: false },
  items: {
    counts: ['Query', 'BatchGetItem', 'UpdateItem'],
    published: ['GetItem', 'PutItem'],
    checker: ['GetItem'],
  },
  settings: ['build', 'panel'],
  calls: 'the public numbers of other products, where they are set',
} as const satisfies AreaDeclaration;
