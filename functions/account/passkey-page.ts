import type { ShownPasskeys } from '../../lib/render/accounts/passkey-part.ts';
import { urlsOf, type Config } from '../../lib/config/config.ts';

/**
 * The page of the user pool on which a passkey is added, and what it said when it led back here. Null with another
 * issuer, whose pages nobody knows.
 */
export function passkeyPage(config: Config, result: string | undefined): ShownPasskeys | null {
  const { identity } = config;
  if (!identity?.pages) return null;
  const back = `${urlsOf(config).base}/account`;
  const query = new URLSearchParams({ client_id: identity.clientId, redirect_uri: back });
  const isAdded = result === undefined ? null : result === 'success';
  return { url: `${identity.pages}/passkeys/add?${query}`, isAdded };
}
