import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for the SDK's default credential chain in the bundles: Lambda hands credentials over in the environment, so
 * profiles, single sign-on and instance metadata are never asked. A fifth of the ingest bundle less to load.
 */
export function defaultProvider(): ReturnType<typeof fromEnv> {
  return fromEnv();
}
