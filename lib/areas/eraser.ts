import type { AreaDeclaration } from './declaration.ts';

export const eraser = {
  purpose: 'Erases what belonged to accounts and organizations that were deleted.',
  memoryMb: 256,
  timeoutSec: 600,
  // What must end at once was ended by the call; a tick is dearer than what it could hurry. The next one does the work of a lost one.
  schedule: { everyMin: 30, retries: 3, maxAgeSec: 600, runRetries: 0, keepsLost: false },
  items: {
    erasure: ['Query', 'UpdateItem', 'DeleteItem'],
    monitor: ['GetItem', 'Query', 'DeleteItem'],
    incidents: ['Query', 'DeleteItem'],
    device: ['GetItem', 'Query', 'DeleteItem'],
    symbol: ['DeleteItem'],
    inputCredential: ['DeleteItem'],
    readings: ['Query', 'DeleteItem'],
    space: ['Query', 'DeleteItem'],
    address: ['DeleteItem'],
    ingestKey: ['GetItem', 'Query', 'DeleteItem'],
    feedToken: ['GetItem', 'DeleteItem'],
    apiKey: ['DeleteItem'],
    apiKeyRecords: ['Query', 'DeleteItem'],
    session: ['DeleteItem'],
    enrolment: ['DeleteItem'],
    recovery: ['GetItem', 'DeleteItem'],
    // Pointers to sessions go; the lists of members and of who is invited change.
    owner: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
    avatar: ['DeleteItem'],
    identity: ['DeleteItem'],
    invited: ['Query', 'DeleteItem'],
  },
  settings: ['userPool'],
  calls: 'the user pool of the stack, to remove people',
} as const satisfies AreaDeclaration;
