import { withChecksum } from '../adapters/accounts/checksummed-token.ts';
import { deriveKey, deriveToken } from '../adapters/ids.ts';
import type { StatusPage } from '../domain/feed/status-page.ts';
import type { CollectorChannel } from '../domain/machines/collectors/collector-channel.ts';
import type { Instant } from '../domain/instant.ts';
import { shownIdOf } from '../domain/monitors/monitor-id.ts';
import type { Monitor } from '../domain/monitors/monitor.ts';
import type { PaymentId } from '../domain/billing/payment.ts';

/** The read token of a monitor, of the version that is good: derived, so that it is stored nowhere. */
export function monitorReadToken(secret: string, monitorId: string, version: number): string {
  return deriveToken(secret, 'monitor-read', monitorId, ...(version === 1 ? [] : [version]));
}

/**
 * The Standard Webhooks secret of a monitor. The first is that of its space, so that one receiver can check all monitors of
 * it; later ones are its own, since one that has leaked must not come back by the rotation of another monitor.
 */
export function webhookSecret(
  secret: string,
  { id, spaceId }: { id: string; spaceId: string },
  version: number,
): string {
  const parts = version === 1 ? [spaceId] : [spaceId, id, version];
  return `whsec_${deriveKey(secret, 'webhook', ...parts)}`;
}

/** The token of the prepaid credit that a payment of an owner made: shown again to whoever repeats that payment. */
export function creditToken(
  secret: string,
  ownerId: string,
  { network, asset, from, nonce }: PaymentId,
): string {
  return withChecksum(`cred_${deriveToken(secret, 'credit', ownerId, network, asset, from, nonce)}`);
}

/** What a collector is known by: of this channel and this rotation of it alone, so that none that has ended comes back. */
export function inputCredential(
  secret: string,
  { deviceId, collector, id, version }: Pick<CollectorChannel, 'deviceId' | 'collector' | 'id' | 'version'>,
): string {
  return `hpc_${deriveToken(secret, 'input', deviceId, collector, id, version)}`;
}

/** The token in an address's consent links: names space and address, and proves that we wrote it. */
export function consentToken(secret: string, spaceId: string, addressHash: string): string {
  return `${spaceId}.${addressHash}.${deriveToken(secret, 'consent', spaceId, addressHash)}`;
}

/** The token in the links of a report: names whose monitors it is about and who reads it, and proves that we wrote it. */
export function reportToken(
  secret: string,
  { spaceId, accountId }: { spaceId: string; accountId: string },
): string {
  return `${spaceId}.${accountId}.${deriveToken(secret, 'report', spaceId, accountId)}`;
}

/**
 * The token in the link of an alert that pauses its monitor: of this life, ping URL and read token of it, while it is this
 * owner's, and until an instant (milliseconds) that it says. What is rotated, claimed or ended takes its links along.
 */
export function pauseToken(
  secret: string,
  ownerId: string,
  monitor: Pick<Monitor, 'id' | 'idTail' | 'createdAt' | 'tokenVersion'>,
  until: Instant,
): string {
  const id = shownIdOf(monitor);
  const { createdAt, tokenVersion } = monitor;
  const proof = deriveToken(secret, 'pause', ownerId, id, createdAt, tokenVersion, until);
  return `${id}.${until.toString(36)}.${proof}`;
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

/** What the address of a status page ends in: what its owner chose, or a secret of this page and this version of its address alone. */
export function pageAddressText(
  secret: string,
  { id, address, version }: Pick<StatusPage, 'id' | 'address' | 'version'>,
): string {
  return address ?? deriveToken(secret, 'status-page', id, version);
}
