import { liveIngest } from '../../lib/runtime/live-ingest.ts';
import { ingestHandler } from './ingest.ts';

export const handler = ingestHandler(liveIngest());
