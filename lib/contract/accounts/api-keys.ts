import * as z from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';

const made = {
  id: z.string(),
  name: z.string(),
  organizationId: z.string().nullable(),
  readOnly: z.boolean().meta({ description: 'Whether it only reads.' }),
  last4: z.string(),
  createdAt: z.iso.datetime(),
};

const apiKey = z.strictObject({
  ...made,
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Updated hourly.' }),
  revokedAt: z.iso.datetime().nullable(),
  active: z.boolean().meta({
    description: 'False when revoked, or stopped by a password change or the end of all sessions.',
  }),
});

/** An API key as the wire shows it (SPEC.md "API key record"). */
export type ApiKeyView = z.input<typeof apiKey>;

const name = field(z.string(), {
  code: 'invalid_key_name',
  rule: `text of 1 to ${LIMITS.apiKeyNameMaxChars} characters`,
});
const id = field(z.string().regex(/^[0-9A-Za-z]{22}$/), {
  code: 'invalid_key_id',
  rule: 'the id of an API key, as they are listed',
});

const ok = z.strictObject({ ok: z.literal(true) });

/** SPEC.md "Account and session", API keys. */
export const apiKeyOperations = {
  listApiKeys: {
    area: 'account',
    method: 'GET',
    path: '/api/account/keys',
    auth: 'session',
    status: 200,
    summary: 'Lists the API keys of the account, newest first; never their text.',
    output: { json: z.strictObject({ keys: z.array(apiKey) }) },
    errors: [],
  },
  createApiKey: {
    area: 'account',
    method: 'POST',
    path: '/api/account/keys/create',
    auth: 'session',
    status: 201,
    summary: `Creates an API key and shows it once; needs a sign-in within the last five minutes, at most ${LIMITS.apiKeysMax} live keys.`,
    body: {
      json: z.strictObject({
        name,
        organizationId: field(z.string(), {
          code: 'invalid_organization',
          rule: 'the id of an organization, or null for a key of the account',
        }).nullable(),
        readOnly: field(z.boolean(), {
          code: 'invalid_request',
          rule: 'true for a key that only reads, else false',
        }).optional(),
      }),
    },
    invalidInput: 'invalid_request',
    output: { json: z.strictObject({ key: z.strictObject(made), secret: z.string() }) },
    errors: [
      'invalid_key_name',
      'invalid_organization',
      'reauth_required',
      'organization_forbidden',
      'organization_mfa_required',
      'key_limit_reached',
    ],
  },
  revokeApiKey: {
    area: 'account',
    method: 'POST',
    path: '/api/account/keys/revoke',
    auth: 'session',
    status: 200,
    summary: 'Permanently ends an API key at once; repeating is harmless.',
    hints: { destructive: true, idempotent: true },
    body: {
      json: z.strictObject({ id }),
    },
    invalidInput: 'invalid_request',
    output: { json: ok },
    errors: ['invalid_key_id', 'key_not_found'],
  },
} as const satisfies Record<string, Operation>;
