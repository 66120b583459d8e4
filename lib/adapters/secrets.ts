import type { KeptSecret } from '../domain/kept-secret.ts';
import { required, type Config } from '../config/config.ts';
import { CALL_LIMITS, limitedBy } from './call-limits.ts';
import { loadOnce } from './load-once.ts';

/** Gives the service secret; the first call fetches it, later ones repeat it. */
export type ServiceSecret = () => Promise<string>;

/**
 * The service secret from Secrets Manager, or as given on one machine. A failed fetch is not remembered, so the
 * next request tries again; one that gets no answer fails within 5 s.
 */
export function openSecret(config: Pick<Config, 'secret' | 'region'>): ServiceSecret {
  return loadOnce(() => fetchSecret(config));
}

async function fetchSecret(config: Pick<Config, 'secret' | 'region'>): Promise<string> {
  return keptText(required(config.secret, 'where the service secret is'), config);
}

/** A secret's text, from Secrets Manager or as given. Throws where there is none. */
export async function keptText(kept: KeptSecret, config: Pick<Config, 'region'>): Promise<string> {
  if ('text' in kept) return kept.text;
  // Loaded only where a secret is fetched: the client costs 25 ms of a cold start.
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({
    region: config.region,
    ...limitedBy(CALL_LIMITS.work),
  });
  const { SecretString: text } = await client.send(new GetSecretValueCommand({ SecretId: kept.id }));
  if (!text) throw new Error('A secret is empty.');
  return text;
}
