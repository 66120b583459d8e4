import { CALL_LIMITS } from '../../adapters/call-limits.ts';
import { openSecret } from '../../adapters/secrets.ts';
import type { IntakeDeps } from '../deps.ts';
import { liveCore } from './live-core.ts';

/** The live dependencies of intake, built once per cold start; what fetches the secret is loaded with the first push. */
export function liveIntake(): IntakeDeps {
  const core = liveCore(CALL_LIMITS.ping);
  return { ...core, secret: openSecret(core.config) };
}
