import { hasChecksum } from '../../adapters/accounts/checksummed-token.ts';
import { hashOf } from '../../adapters/ids.ts';
import { apiKeyByHash, noteUse, type FoundKey } from '../../data/accounts/api-keys.ts';
import { WriteConflict } from '../../data/table.ts';
import { isActive, isActiveFor, isUnusedThisHour, type ApiKey } from '../../domain/accounts/api-key.ts';
import type { ApiKeyCaller } from '../context.ts';
import type { CoreDeps } from '../deps.ts';

type KeyDeps = Pick<CoreDeps, 'table' | 'clock' | 'log'>;

/**
 * Whose program calls with a key that is neither revoked nor stopped. A mistyped one is read for nothing. Three reads in
 * two round trips, four for a key of an organization; once an hour it is noted that the key was used.
 */
export async function apiKeyCaller(deps: KeyDeps, text: string): Promise<ApiKeyCaller | undefined> {
  const found = hasChecksum(text) ? await apiKeyByHash(deps.table, hashOf(text)) : undefined;
  const owner = found && ownerOpenedBy(found);
  if (!found || !owner) return undefined;
  const now = deps.clock.now();
  if (isUnusedThisHour(found.key, now)) await noteUseOrLeave(deps, found.key, now);
  return { kind: 'owner', owner, by: 'api_key', readOnly: found.key.readOnly };
}

/** Whoever a key opens at this moment. */
function ownerOpenedBy({ key, owner, creator }: FoundKey): ApiKeyCaller['owner'] | undefined {
  if (owner?.kind === 'account') return isActive(key, owner) ? owner : undefined;
  if (owner?.kind !== 'organization' || creator?.kind !== 'account') return undefined;
  return isActiveFor(owner, key, creator) ? owner : undefined;
}

/** It is for people to look at, so no call fails for it. */
async function noteUseOrLeave({ table, log }: KeyDeps, key: ApiKey, now: number): Promise<void> {
  try {
    await noteUse(table, key, now);
  } catch (error) {
    if (!(error instanceof WriteConflict)) log.error('key_use_not_noted', error);
  }
}
