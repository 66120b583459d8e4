import type { AreaDeclaration } from './declaration.ts';

/** Has no rights on items: a tool call is made as the HTTP call that it is, with the credentials of the caller. */
export const mcp = {
  purpose: 'Offers the operations of the API to agents as tools.',
  memoryMb: 512,
  // As long as the functions that it calls have, which it ends waiting for before.
  timeoutSec: 28,
  http: true,
  items: {},
  // By which it vouches for the address of who called, and by nothing else.
  secret: true,
  settings: ['urls', 'build', 'originMark', 'publicPages'],
  calls: "the API's own public URL",
} as const satisfies AreaDeclaration;
