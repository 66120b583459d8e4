import { deriveKey, deriveToken } from '../adapters/ids.ts';

/** The read token of a monitor: derived, so that it can be checked without a read and is stored nowhere. */
export function monitorReadToken(secret: string, monitorId: string): string {
  return deriveToken(secret, 'monitor-read', monitorId);
}

/** The Standard Webhooks secret of a space: one for all its monitors, so that one receiver can check them all. */
export function webhookSecret(secret: string, spaceId: string): string {
  return `whsec_${deriveKey(secret, 'webhook', spaceId)}`;
}

/** The token in an address's consent links: names space and address, and proves that we wrote it. */
export function consentToken(secret: string, spaceId: string, addressHash: string): string {
  return `${spaceId}.${addressHash}.${deriveToken(secret, 'consent', spaceId, addressHash)}`;
}

/** The text of a space's token: shown again on every request, stored as its hash only. */
export function spaceTokenText(
  secret: string,
  kind: 'ingest' | 'feed',
  spaceId: string,
  version: number,
): string {
  return `${kind === 'ingest' ? 'hpk_' : ''}${deriveToken(secret, `${kind}-token`, spaceId, version)}`;
}
