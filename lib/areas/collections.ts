import type { AreaDeclaration } from './declaration.ts';

export const collections = {
  purpose: 'Says what is collected of devices, and shows it over time.',
  // All series of 25 devices take half a second of a processor, which Lambda gives by memory.
  memoryMb: 768,
  timeoutSec: 20,
  http: true,
  items: {
    apiKey: ['GetItem'],
    apiKeyRecords: ['GetItem', 'UpdateItem'],
    session: ['GetItem', 'UpdateItem'],
    trial: ['GetItem', 'PutItem'],
    guest: ['GetItem'],
    // The check is of a space that must still be the owner's, where its counters do not change.
    owner: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
    idempotency: ['GetItem', 'PutItem', 'DeleteItem'],
    space: ['Query', 'PutItem'],
    // The thresholds of a measure end with it; the update is of the month in which one ends an incident.
    monitor: ['BatchGetItem', 'PutItem', 'UpdateItem'],
    incidents: ['PutItem', 'DeleteItem'],
    device: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
    symbol: ['GetItem', 'PutItem', 'DeleteItem'],
    // Series, and the last numbers of channels.
    readings: ['Query', 'BatchGetItem'],
    counts: ['UpdateItem'],
  },
  secret: true,
  settings: ['urls', 'originMark'],
} as const satisfies AreaDeclaration;
