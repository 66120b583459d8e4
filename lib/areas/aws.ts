import type { AreaDeclaration } from './declaration.ts';
import { ingest } from './ingest.ts';

/** Records what jobs of AWS say without being asked: the rights of ingest, and no way to be paid. */
export const aws = {
  purpose: 'Takes in what AWS reports of its jobs.',
  memoryMb: 256,
  // Ten events, each some reads and writes.
  timeoutSec: 60,
  awsEvents: { batch: 10 },
  items: ingest.items,
  settings: ['urls', 'billing', 'allowance', 'awsEvents'],
  needsAwsEvents: true,
} as const satisfies AreaDeclaration;
