import type { AreaDeclaration } from './declaration.ts';

export const notifier = {
  purpose: 'Delivers alerts.',
  memoryMb: 512,
  timeoutSec: 60,
  fedBy: { queue: 'alerts', batch: 10 },
  items: {
    // Whoever looks after an organization is mailed by its monitors.
    owner: ['GetItem'],
    invited: ['GetItem', 'UpdateItem'],
    recovery: ['UpdateItem'],
    space: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    address: ['GetItem', 'PutItem'],
    mailCount: ['UpdateItem'],
    contact: ['UpdateItem', 'DeleteItem'],
    // Of a report.
    incidents: ['Query'],
    checker: ['GetItem'],
    counts: ['UpdateItem'],
    pace: ['GetItem', 'PutItem', 'UpdateItem'],
    // The query reads the earlier alerts of the monitor, which go out before; the check is of its other channel.
    monitor: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
    ],
  },
  secret: true,
  settings: ['urls', 'guestMails', 'hold', 'metrics', 'operator', 'awsChannels', 'sms'],
  sendsTo: ['alerts', 'givenUp'],
  mails: true,
  tellsAws: true,
  calls: 'alert URLs',
} as const satisfies AreaDeclaration;
