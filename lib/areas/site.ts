import type { AreaDeclaration } from './declaration.ts';

export const site = {
  purpose: 'Serves the consent pages of alert addresses.',
  memoryMb: 512,
  timeoutSec: 10,
  http: true,
  items: { space: ['GetItem', 'UpdateItem'] },
  secret: true,
  settings: ['urls', 'originMark', 'publicPages'],
} as const satisfies AreaDeclaration;
