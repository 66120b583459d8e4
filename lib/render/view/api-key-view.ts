import type { ApiKeyView } from '../../contract/api-keys.ts';
import { isActive, type ApiKey } from '../../domain/account/api-key.ts';
import { isoOf, isoOrNull } from '../../domain/instant.ts';

/** A key as it is shown when it is made. */
export function newApiKeyView({ id, name, last4, createdAt }: ApiKey) {
  return { id, name, organizationId: null, last4, createdAt: isoOf(createdAt) };
}

/** A key as the list shows it. */
export function apiKeyView(key: ApiKey, account: { epoch: number }): ApiKeyView {
  return {
    ...newApiKeyView(key),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    revokedAt: isoOrNull(key.revokedAt),
    active: isActive(key, account),
  };
}
