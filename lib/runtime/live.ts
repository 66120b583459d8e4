import { CALL_LIMITS } from '../adapters/call-limits.ts';
import { openQueue } from '../adapters/queue.ts';
import { openSecret } from '../adapters/secrets.ts';
import type { ApiDeps } from './deps.ts';
import { liveCore } from './live-core.ts';

/** The live dependencies of the functions behind the API, built once per cold start. */
export function liveApi(): ApiDeps {
  const core = liveCore(CALL_LIMITS.request);
  return { ...core, secret: openSecret(core.config), queue: openQueue(core.config) };
}
