import type { AreaDeclaration } from './declaration.ts';

export const discovery = {
  purpose: 'Describes the service and answers every path that has no route.',
  memoryMb: 512,
  timeoutSec: 10,
  http: true,
  items: {
    // The health answer shows the last check, and by the canary's pings whether pings reach us.
    checker: ['GetItem'],
    canary: ['GetItem'],
    monitor: ['Query'],
    counts: ['UpdateItem'],
  },
  settings: [
    'urls',
    'billing',
    'guests',
    'allowance',
    'build',
    'operator',
    'hold',
    'originMark',
    'publicPages',
  ],
} as const satisfies AreaDeclaration;
