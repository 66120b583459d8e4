import { CALL_LIMITS } from '../../lib/adapters/call-limits.ts';
import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { ingestHandler } from './ingest.ts';

const core = liveCore(CALL_LIMITS.ping);
/** How it calls others is loaded with the first call. */
const invoke = async () => (await import('../../lib/runtime/lambda/live-invoke.ts')).liveInvoke(core);
export const handler = ingestHandler({ ...core, invoke: async (...call) => (await invoke())(...call) });
