import { liveIngest } from '../../lib/runtime/lambda/live-ingest.ts';
import { ingestHandler } from './ingest.ts';

export const handler = ingestHandler(liveIngest());
