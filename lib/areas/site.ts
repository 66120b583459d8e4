import type { AreaDeclaration } from './declaration.ts';

export const site = {
  purpose: 'Serves the pages behind links in mails: of addresses that consent, and of reports.',
  memoryMb: 512,
  timeoutSec: 10,
  http: true,
  items: { space: ['GetItem', 'UpdateItem', 'DeleteItem'] },
  secret: true,
  settings: ['urls', 'originMark', 'publicPages'],
} as const satisfies AreaDeclaration;
