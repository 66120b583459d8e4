import { ingestTokenKey, spaceKey, type Key } from './keys.ts';

/** Which monitors a slug of Healthchecks names, beside the ping key that it belongs to: read by each ping with both. */
export const checkSlugKey = (keyHash: string, slug: string): Key => ({
  pk: ingestTokenKey(keyHash).pk,
  sk: CHECK_SLUG_PREFIX + slug,
});
export const CHECK_SLUG_PREFIX = 'SLUG#';

/** That a space took over a ping key of Healthchecks: queried where keys are shown, and when one or the space ends. */
export const pingKeyKey = (spaceId: string, keyHash: string): Key => ({
  pk: spaceKey(spaceId).pk,
  sk: PING_KEY_PREFIX + keyHash,
});
export const PING_KEY_PREFIX = 'PINGKEY#';
