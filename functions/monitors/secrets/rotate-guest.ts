import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { deriveToken, hashOf, newToken } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, COOKIES } from '../../../lib/contract/cookies.ts';
import { CREDENTIALS } from '../../../lib/contract/credentials.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { IDEMPOTENCY_KEY } from '../../../lib/contract/repeats.ts';
import { ROTATION_KEY_FORM, ROTATION_KEY_RULE } from '../../../lib/contract/monitors/rotation.ts';
import { guestOfToken, replaceGuestToken } from '../../../lib/data/accounts/guest-tokens.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { isFromPageOf } from '../../../lib/runtime/callers/csrf.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { createGuestOwner } from '../../../lib/data/owners.ts';
import { newGuest } from '../../../lib/flows/accounts/new-guest.ts';

const REPEATABLE_MS = LIMITS.idempotencyKeyHours * HOUR_MS;

export const rotateGuest: Handle<typeof catalogue.rotateGuest> = async (ctx, { headers, cookies }) => {
  const { table, caller, now } = ctx;
  const key = keyOf(headers[IDEMPOTENCY_KEY]);
  const token = await nextToken(ctx, key);
  const nextHash = hashOf(token);
  if (caller.kind === 'guest') {
    const repeatableUntil = key === undefined ? null : now + REPEATABLE_MS;
    const before = { hash: caller.tokenHash, ownerId: caller.ownerId };
    await replaceGuestToken(table, before, nextHash, { now, repeatableUntil });
  } else if (caller.nextHash !== nextHash || !(await guestOfToken(table, nextHash))) {
    // Whoever stole the old token lacks the key of the rotation.
    throw new Refusal('credencial_invalida', CREDENTIALS.guest.refusal);
  }
  const kept = cookies[COOKIES.guest];
  const isKept = kept !== undefined && hashOf(kept) === caller.tokenHash;
  if (!isKept || !isFromPageOf(new URL(ctx.origins.base).origin, headers)) return { token };
  const cookie = { value: token, maxAgeSec: BROWSER_COOKIE_SEC };
  return new Result({ token }, { cookies: { [COOKIES.guest]: cookie } });
};

/** By a key always the same, so that a repeat finds it although it is stored nowhere; else of chance. */
async function nextToken({ secret, caller }: Ctx<'guest'>, key: string | undefined): Promise<string> {
  if (key === undefined) return newToken('hp_');
  return `hp_${deriveToken(await secret(), 'guest-rotation', caller.tokenHash, key)}`;
}

function keyOf(sent: string | undefined): string | undefined {
  if (sent === undefined || ROTATION_KEY_FORM.test(sent)) return sent;
  throw new Refusal('chave_invalida', `Idempotency-Key must be ${ROTATION_KEY_RULE}.`);
}

export const createGuest: Handle<typeof catalogue.createGuest> = async (ctx, input) => {
  const { guest, token, cookies } = await newGuest(ctx, input);
  await createGuestOwner(ctx.table, guest);
  return new Result({ token }, { cookies });
};
