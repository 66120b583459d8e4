import { openInvoke, type Invoke } from '../../adapters/invoke.ts';
import type { CoreDeps } from '../deps.ts';

/** How a live function calls others, known by the role that Lambda tells of in the environment. */
export function liveInvoke({ config, clock }: Pick<CoreDeps, 'config' | 'clock'>): Invoke {
  const read = (name: string) => process.env[name] ?? '';
  return openInvoke(config, clock, {
    accessKeyId: read('AWS_ACCESS_KEY_ID'),
    secretAccessKey: read('AWS_SECRET_ACCESS_KEY'),
    sessionToken: read('AWS_SESSION_TOKEN'),
  });
}
