import { liveCore } from '../../lib/runtime/live-core.ts';
import { ingestHandler } from './ingest.ts';

export const handler = ingestHandler(liveCore());
