import type { Key } from './keys.ts';
import { PARTITIONS } from './partitions.ts';

/** Whose a recovery code is, by the hash of it: read when it is used. */
export const recoveryCodeKey = (sha256: string): Key => ({ pk: PARTITIONS.recovery + sha256, sk: 'CODE' });

/** The recovery codes of an account, and the mail that tells of one that was used: read by its page, and when due. */
export const recoveryKey = (ownerId: string): Key => ({
  pk: PARTITIONS.recovery + ownerId,
  sk: RECOVERY_SK,
});
export const RECOVERY_SK = 'RECOVERY';
