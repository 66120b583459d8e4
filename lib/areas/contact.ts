import type { AreaDeclaration } from './declaration.ts';

export const contact = {
  purpose:
    'Takes messages of strangers to the team, which the notifier mails; settles what agents pay for them.',
  memoryMb: 512,
  // A message that an agent pays for waits for a facilitator and the chain.
  timeoutSec: 28,
  http: true,
  items: {
    // The check is part of the code that gives what was paid for; what is bought here needs none.
    contact: ['PutItem', 'ConditionCheckItem'],
    contactLine: ['UpdateItem'],
    payment: ['GetItem', 'PutItem'],
    credit: ['GetItem', 'PutItem', 'UpdateItem'],
    // Whose a payment is: nobody's, as far as spaces go.
    space: ['GetItem'],
    counts: ['UpdateItem'],
  },
  secret: true,
  settings: ['urls', 'originMark', 'publicPages', 'operator', 'billing', 'settlement', 'allowance'],
  settles: true,
  sendsTo: ['alerts'],
  calls: 'the configured facilitator and JSON-RPC endpoint of the chain',
} as const satisfies AreaDeclaration;
