import type { AreaDeclaration } from './declaration.ts';

/** The hot path: no secret, no queue, no mail. */
export const ingest = {
  purpose: 'Records the signals of jobs.',
  memoryMb: 512,
  timeoutSec: 10,
  http: true,
  items: {
    ingestKey: ['GetItem'],
    // Of a monitor that a job's first ping makes.
    owner: ['GetItem', 'UpdateItem'],
    space: ['GetItem', 'PutItem'],
    // The query reads the canary's pings when a ping comes late.
    monitor: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    checker: ['GetItem'],
    canary: ['GetItem'],
  },
  told: ['urls', 'billing', 'allowance'],
} as const satisfies AreaDeclaration;
