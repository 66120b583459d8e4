import { newCheckedToken } from '../../../lib/adapters/accounts/checksummed-token.ts';
import { hashOf, newId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import * as data from '../../../lib/data/accounts/api-keys.ts';
import type { Account } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { apiKeyName, forgettable, isActive, type ApiKey } from '../../../lib/domain/accounts/api-key.ts';
import { isRecentSignIn } from '../../../lib/domain/accounts/login.ts';
import { shown } from '../../../lib/domain/decision.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { apiKeyView, newApiKeyView } from '../../../lib/render/accounts/account-view.ts';
import type { Ctx, Handle, Input } from '../../../lib/runtime/context.ts';
import { accountNow } from '../sessions/live-session.ts';
import {
  endedKeysOf,
  keyOfOrganizations,
  keysOfOrganizations,
  keepOrganizationKey,
} from './organization-keys.ts';

export const listApiKeys: Handle<typeof catalogue.listApiKeys> = async (ctx) => {
  const { owner: account } = ctx.caller;
  const [own, others] = await Promise.all([
    data.listApiKeys(ctx.table, account.id),
    keysOfOrganizations(ctx),
  ]);
  return { keys: [...own.map((key) => apiKeyView(key, isActive(key, account))), ...others] };
};

export const createApiKey: Handle<typeof catalogue.createApiKey> = async (ctx, { body }) => {
  const { key, secret } = await makeApiKey(ctx, body);
  return { key: newApiKeyView(key), secret };
};

export const revokeApiKey: Handle<typeof catalogue.revokeApiKey> = async (ctx, { body }) => {
  await endApiKey(ctx, body.id);
  return { ok: true };
};

type WantedKey = Input<typeof catalogue.createApiKey>['body'];

/** A new key with its text, which is kept nowhere. Throws 400, 401, 403 or 409 where none is to be made. */
async function makeApiKey(
  ctx: Ctx<'session'>,
  { organizationId, readOnly = false, ...wanted }: WantedKey,
): Promise<{ key: ApiKey; secret: string }> {
  const name = apiKeyName(wanted.name);
  if (!name.ok) throw new Refusal(name.code, name.detail);
  refuseOldSignIn(ctx);
  const secret = newCheckedToken('mmk_');
  const key: ApiKey = {
    ownerId: organizationId ?? ctx.caller.owner.id,
    createdBy: organizationId === null ? null : ctx.caller.owner.id,
    id: newId(),
    hash: hashOf(secret),
    name: name.value,
    readOnly,
    last4: secret.slice(-4),
    createdAt: ctx.now,
    lastUsedAt: null,
    revokedAt: null,
    // Of the session, not of the account as it is read by now: one that has ended makes no key.
    epoch: ctx.caller.session.epoch,
  };
  await (organizationId === null ? keepOwnKey(ctx, key) : keepOrganizationKey(ctx, key));
  await forgetEndedKeys(ctx, key.ownerId);
  return { key, secret };
}

function keepOwnKey(ctx: Ctx<'session'>, key: ApiKey): Promise<void> {
  return retryOnConflict(async (conflict) => {
    const account = await accountNow(ctx, conflict);
    refuseEleventh(account);
    await data.createApiKey(ctx.table, key);
  });
}

/** The new key is there whatever comes of it. */
async function forgetEndedKeys(ctx: Ctx<'session'>, ownerId: string): Promise<void> {
  const { table, log, caller } = ctx;
  const ownEnded = async () =>
    (await data.listApiKeys(table, ownerId)).filter((key) => !isActive(key, caller.owner));
  try {
    const ended = ownerId === caller.owner.id ? await ownEnded() : await endedKeysOf(ctx, ownerId);
    await data.forgetApiKeys(table, forgettable(ended));
  } catch (error) {
    log.error('keys_not_forgotten', error);
  }
}

/** Revokes a key; one that is revoked stays so. Throws 404 where the account has none of this id. */
function endApiKey(ctx: Ctx<'session'>, id: string): Promise<void> {
  return retryOnConflict(async (conflict) => {
    const account = await accountNow(ctx, conflict);
    const key = (await data.getApiKey(ctx.table, account.id, id)) ?? (await keyOfOrganizations(ctx, id));
    if (!key) throw new Refusal('key_not_found', `The account has no API key with the id ${shown(id)}.`);
    if (key.revokedAt === null) await data.revokeApiKey(ctx.table, { key, account, now: ctx.now });
  });
}

function refuseOldSignIn({ caller, now }: Ctx<'session'>): void {
  if (isRecentSignIn(caller.session, now)) return;
  const minutes = LIMITS.recentSignInSec / 60;
  throw new Refusal(
    'reauth_required',
    `Creating an API key needs a sign-in within the last ${minutes} minutes; sign in again.`,
  );
}

function refuseEleventh({ liveKeys }: Account): void {
  if (liveKeys < LIMITS.apiKeysMax) return;
  throw new Refusal(
    'key_limit_reached',
    `An account has at most ${LIMITS.apiKeysMax} live API keys; revoke one first.`,
  );
}
