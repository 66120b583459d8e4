import type { Instant } from '../instant.ts';
import type { Monitor } from './monitor.ts';

/** How long deliveries are signed with the secret before as well, so that receivers can be changed one after another. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;

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

/** How often the secrets of a monitor were rotated: goes on over a deletion, so that none that has leaked comes back. */
export type SecretVersions = Pick<
  Monitor,
  'tokenVersion' | 'webhookSecretVersion' | 'webhookSecretRotatedAt'
>;

/** That part of a monitor, or of what remains of one. */
export function secretVersionsOf(from: SecretVersions): SecretVersions {
  const { tokenVersion, webhookSecretVersion, webhookSecretRotatedAt } = from;
  return { tokenVersion, webhookSecretVersion, webhookSecretRotatedAt };
}
