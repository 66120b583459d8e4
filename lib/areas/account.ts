import type { AreaDeclaration } from './declaration.ts';

export const account = {
  purpose: 'Serves accounts: sessions, profiles and the account page.',
  memoryMb: 512,
  timeoutSec: 20,
  http: true,
  items: {
    session: ['GetItem', 'UpdateItem'],
    guest: ['GetItem'],
    owner: ['GetItem'],
  },
  told: ['urls', 'originMark'],
} as const satisfies AreaDeclaration;
