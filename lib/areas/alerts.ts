import type { AreaDeclaration } from './declaration.ts';

/** Sends test alerts while their caller waits, so it may do what the notifier does, and takes nothing off the queue. */
export const alerts = {
  purpose: 'Shows what became of alerts, sends them again and tests channels.',
  memoryMb: 512,
  timeoutSec: 28,
  http: true,
  items: {
    apiKey: ['GetItem'],
    apiKeyRecords: ['GetItem', 'UpdateItem'],
    session: ['GetItem', 'UpdateItem'],
    trial: ['GetItem', 'PutItem'],
    guest: ['GetItem'],
    owner: ['GetItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem', 'DeleteItem'],
    // What a mail to the address of the account itself is sent by, where it is the first.
    space: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    address: ['GetItem', 'PutItem'],
    // A test by a text counts as one.
    mailCount: ['UpdateItem'],
    monitor: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    testSlots: ['GetItem', 'UpdateItem'],
    counts: ['UpdateItem'],
  },
  secret: true,
  settings: ['urls', 'metrics', 'originMark', 'awsChannels', 'sms'],
  sendsTo: ['alerts'],
  mails: true,
  tellsAws: true,
  calls: 'alert URLs',
} as const satisfies AreaDeclaration;
