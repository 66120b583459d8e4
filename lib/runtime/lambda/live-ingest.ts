import { CALL_LIMITS } from '../../adapters/call-limits.ts';
import type { IngestDeps } from '../deps.ts';
import { liveCore } from './live-core.ts';

/** The live dependencies of ingest, built once per cold start; how it calls others is loaded with the first call. */
export function liveIngest(): IngestDeps {
  const core = liveCore(CALL_LIMITS.ping);
  const invoke = async () => (await import('./live-invoke.ts')).liveInvoke(core);
  return { ...core, invoke: async (area, event) => (await invoke())(area, event) };
}
