import type { AreaDeclaration } from './declaration.ts';

/** The hot path: no secret, no queue, no mail. */
export const ingest = {
  purpose: 'Records the signals of jobs.',
  memoryMb: 512,
  // A ping that is paid for waits until the money has moved.
  timeoutSec: 28,
  http: true,
  origin: 'ingest',
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
  settings: ['urls', 'billing', 'allowance'],
  // Which settles what a job's first ping is sent with to pay.
  invokes: ['billing'],
} as const satisfies AreaDeclaration;
