import type { AreaDeclaration } from './declaration.ts';

export const contact = {
  purpose: 'Takes messages of strangers to the team; the notifier mails them.',
  memoryMb: 512,
  timeoutSec: 10,
  http: true,
  items: {
    contact: ['PutItem'],
    contactLine: ['UpdateItem'],
  },
  secret: true,
  told: ['urls', 'originMark', 'publicPages', 'operator'],
  sendsTo: ['alerts'],
} as const satisfies AreaDeclaration;
