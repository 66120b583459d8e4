import { openInvoke, type Invoke } from '../../adapters/invoke.ts';
import type { RoleCredentials } from '../../adapters/aws-signature.ts';
import type { CoreDeps } from '../deps.ts';

/** How a live function calls others, known by its role. */
export function liveInvoke({ config, clock }: Pick<CoreDeps, 'config' | 'clock'>): Invoke {
  return openInvoke(config, clock, roleCredentials());
}

/** What the role of a live function is known by; empty on one machine. */
export function roleCredentials(): RoleCredentials {
  const read = (name: string) => process.env[name] ?? '';
  return {
    accessKeyId: read('AWS_ACCESS_KEY_ID'),
    secretAccessKey: read('AWS_SECRET_ACCESS_KEY'),
    sessionToken: read('AWS_SESSION_TOKEN'),
  };
}
