import type { AreaDeclaration } from './declaration.ts';
import { ingest } from './ingest.ts';

/** Records pings of whoever the operator lets call it: the rights of ingest, and no way to be paid. */
export const hook = {
  purpose: 'Records pings of callers that IAM knows.',
  memoryMb: 256,
  timeoutSec: 28,
  byIdentity: true,
  items: ingest.items,
  settings: ['urls', 'billing', 'allowance', 'awsEvents'],
  needsAwsEvents: true,
} as const satisfies AreaDeclaration;
