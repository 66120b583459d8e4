import type { Config } from '../../../lib/config/config.ts';

/** Why nobody can sign in, in one sentence; null where it works. */
export function signInOff({
  identity,
  signInOff: why,
}: Pick<Config, 'identity' | 'signInOff'>): string | null {
  if (identity !== null) return null;
  return why ?? 'Nobody signs in to this service: no issuer is configured.';
}
