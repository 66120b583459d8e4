import type { ApiKeyView } from '../../contract/accounts/api-keys.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import { isoOf, isoOrNull } from '../../domain/instant.ts';

/** A key as it is shown when it is made. */
export function newApiKeyView({ id, ownerId, createdBy, name, last4, createdAt }: ApiKey) {
  const organizationId = createdBy === null ? null : ownerId;
  return { id, name, organizationId, last4, createdAt: isoOf(createdAt) };
}

/** A key as the list shows it. */
export function apiKeyView(key: ApiKey, active: boolean): ApiKeyView {
  return {
    ...newApiKeyView(key),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    revokedAt: isoOrNull(key.revokedAt),
    active,
  };
}
