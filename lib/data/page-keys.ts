import { feedTokenKey, spaceKey, type Key } from './keys.ts';

/** The status pages of a space, few and small: read by their list and by each look at one. */
export const statusPagesKey = (spaceId: string): Key => ({ pk: spaceKey(spaceId).pk, sk: STATUS_PAGES_SK });
export const STATUS_PAGES_SK = 'PAGES';

/** That an address leads to a status page, by the hash of what it ends in: read by each look at it. */
export const pageAddressKey = (sha256: string): Key => ({ pk: feedTokenKey(sha256).pk, sk: 'PAGE' });
