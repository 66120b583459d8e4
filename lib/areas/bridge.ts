import type { AreaDeclaration } from './declaration.ts';

export const bridge = {
  purpose: 'Takes in what SES reports about mails: bounces and complaints.',
  memoryMb: 256,
  timeoutSec: 60,
  mailEvents: true,
  items: {
    address: ['Query', 'UpdateItem'],
    owner: ['GetItem'],
    space: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    monitor: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  },
  settings: ['metrics'],
  sendsTo: ['alerts'],
  needsSender: true,
} as const satisfies AreaDeclaration;
