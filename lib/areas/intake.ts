import type { AreaDeclaration } from './declaration.ts';

/** The hot path of machines: a symbol is checked by the service secret before anything is read, a credential by its form. */
export const intake = {
  purpose: 'Takes what machines send of themselves.',
  memoryMb: 512,
  // The service secret, two reads and a write, each as late as it may be.
  timeoutSec: 20,
  http: true,
  origin: 'ingest',
  items: {
    symbol: ['GetItem'],
    inputCredential: ['GetItem'],
    // Devices and their channels; the first numbers of a channel are written as long as it is there.
    device: ['GetItem', 'ConditionCheckItem'],
    readings: ['GetItem', 'UpdateItem', 'PutItem'],
    // Of a watched device, which a reading is a sign of life of, and of its thresholds; the query reads the canary's pings when one comes late.
    monitor: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    checker: ['GetItem'],
    canary: ['GetItem'],
  },
  secret: true,
} as const satisfies AreaDeclaration;
