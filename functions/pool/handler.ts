import { CALL_LIMITS } from '../../lib/adapters/call-limits.ts';
import { liveCore } from '../../lib/runtime/live-core.ts';
import { poolHandler } from './pool.ts';

export const handler = poolHandler(liveCore(CALL_LIMITS.ping));
