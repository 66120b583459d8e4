import { DAY_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import type { Monitor } from './monitor.ts';

/** How long deliveries are signed with the secret before as well, so that receivers can be changed one after another. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** Under another ping URL and id; nothing is reached by the one before. */
export function withNewPingUrl(monitor: Monitor, idTail: string): Monitor {
  return { ...monitor, idTail };
}

/** Under another read token; the one before ends. */
export function withNewReadToken(monitor: Monitor): Monitor {
  return { ...monitor, tokenVersion: monitor.tokenVersion + 1 };
}

/** Under another webhook secret; the one before signs for a day yet, an older one no more. */
export function withNewWebhookSecret(monitor: Monitor, now: Instant): Monitor {
  const webhookSecretVersion = monitor.webhookSecretVersion + 1;
  return { ...monitor, webhookSecretVersion, webhookSecretRotatedAt: now };
}

/** The versions of the webhook secret that sign a delivery, the present one first. */
export function signingVersions(
  { webhookSecretVersion, webhookSecretRotatedAt }: Monitor,
  now: Instant,
): number[] {
  const isOverlapping = webhookSecretRotatedAt !== null && now < webhookSecretRotatedAt + SECRET_OVERLAP_MS;
  return isOverlapping ? [webhookSecretVersion, webhookSecretVersion - 1] : [webhookSecretVersion];
}

/** What rotations made of a monitor: goes on over a deletion, so that nothing that has leaked comes back. */
export type Rotated = Pick<
  Monitor,
  'idTail' | 'tokenVersion' | 'webhookSecretVersion' | 'webhookSecretRotatedAt'
>;

/** That part of a monitor, or of what remains of one. */
export function rotatedPartOf(from: Rotated): Rotated {
  const { idTail, tokenVersion, webhookSecretVersion, webhookSecretRotatedAt } = from;
  return { idTail, tokenVersion, webhookSecretVersion, webhookSecretRotatedAt };
}

/** Whether there was any rotation. */
export function isRotated({ idTail, tokenVersion, webhookSecretVersion }: Rotated): boolean {
  return idTail !== null || tokenVersion > 1 || webhookSecretVersion > 1;
}
