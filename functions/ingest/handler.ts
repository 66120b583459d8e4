import { CALL_LIMITS } from '../../lib/adapters/call-limits.ts';
import { liveCore } from '../../lib/runtime/live-core.ts';
import { ingestHandler } from './ingest.ts';

export const handler = ingestHandler(liveCore(CALL_LIMITS.ping));
