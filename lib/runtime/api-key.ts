import { hasChecksum } from '../adapters/checked-token.ts';
import { hashOf } from '../adapters/ids.ts';
import { apiKeyByHash, noteUse } from '../data/api-keys.ts';
import { WriteConflict } from '../data/table.ts';
import { isActive, isUnusedThisHour, type ApiKey } from '../domain/account/api-key.ts';
import type { ApiKeyCaller } from './context.ts';
import type { CoreDeps } from './deps.ts';

type KeyDeps = Pick<CoreDeps, 'table' | 'clock' | 'log'>;

/**
 * Whose program calls with a key that is neither revoked nor stopped. A mistyped one is read for nothing. Three reads in
 * two round trips; once an hour it is noted that the key was used.
 */
export async function apiKeyCaller(deps: KeyDeps, text: string): Promise<ApiKeyCaller | undefined> {
  const found = hasChecksum(text) ? await apiKeyByHash(deps.table, hashOf(text)) : undefined;
  if (found?.owner?.kind !== 'account' || !isActive(found.key, found.owner)) return undefined;
  const now = deps.clock.now();
  if (isUnusedThisHour(found.key, now)) await noteUseOrLeave(deps, found.key, now);
  return { kind: 'owner', owner: found.owner, by: 'api_key' };
}

/** It is for people to look at, so no call fails for it. */
async function noteUseOrLeave({ table, log }: KeyDeps, key: ApiKey, now: number): Promise<void> {
  try {
    await noteUse(table, key, now);
  } catch (error) {
    if (!(error instanceof WriteConflict)) log.error('key_use_not_noted', error);
  }
}
