import type { AreaDeclaration } from './declaration.ts';

export const canary = {
  purpose: 'Pings by each name by which jobs reach the service, to know when it is out.',
  memoryMb: 256,
  timeoutSec: 30,
  // A late ping says nothing about now, so nothing is tried again.
  schedule: { everyMin: 1, retries: 0, maxAgeSec: 60, runRetries: 0, keepsLost: false },
  items: { canary: ['GetItem', 'PutItem'], monitor: ['PutItem'] },
  settings: ['pingNames', 'urls'],
  calls: 'each name by which jobs reach the service, and the public one',
} as const satisfies AreaDeclaration;
