import type { AreaDeclaration } from './declaration.ts';

export const checker = {
  purpose: 'Finds what fell due and records the alerts; goes on at once where it falls behind.',
  memoryMb: 1024,
  // Below the five minutes between two ticks, so that runs do not pile up.
  timeoutSec: 240,
  // The next tick does the work of a lost one.
  schedule: { everyMin: 5, retries: 3, maxAgeSec: 240, runRetries: 1, keepsLost: true },
  // Shards that a run had to leave.
  fedBy: { queue: 'checks', batch: 1 },
  items: {
    // Whether anybody of an organization is mailed.
    // The update gives what a payment bought.
    owner: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
    payment: ['GetItem', 'PutItem'],
    credit: ['GetItem', 'PutItem', 'UpdateItem'],
    invited: ['GetItem', 'UpdateItem'],
    recovery: ['GetItem', 'UpdateItem'],
    contact: ['GetItem', 'UpdateItem'],
    space: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    monitor: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    incidents: ['PutItem', 'DeleteItem'],
    checker: ['GetItem', 'UpdateItem'],
    counts: ['UpdateItem'],
    canary: ['GetItem'],
  },
  dueIndex: true,
  settings: ['metrics', 'billing', 'settlement', 'pingNames', 'heartbeat'],
  sendsTo: ['alerts', 'checks'],
  calls:
    'each name by which jobs reach the service; the configured JSON-RPC endpoint of the chain; `heartbeatUrl`, where it is set',
} as const satisfies AreaDeclaration;
