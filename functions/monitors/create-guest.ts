import { hashOf, newId, newToken } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, COOKIES } from '../../lib/contract/cookies.ts';
import { CREDENTIALS } from '../../lib/contract/credentials.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { createGuestOwner, ownerOfGuestToken } from '../../lib/data/owners.ts';
import { told } from '../../lib/runtime/config.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { isFromPageOf } from '../../lib/runtime/csrf.ts';
import { Result } from '../../lib/runtime/result.ts';

/**
 * A browser keeps the token where no script finds it. One that has a guest already keeps that: what it owns would be out
 * of reach.
 */
export const createGuest: Handle<typeof catalogue.createGuest> = async (ctx, { headers, cookies }) => {
  if (!told(ctx.config.guests, 'whether guests are made').areMade)
    throw new Refusal('guests_off', 'This service makes no guests: whoever runs it set guests to off.');
  const isOurs = isFromPageOf(new URL(ctx.origins.base).origin, headers);
  const isKept = isOurs && !(await isGuest(ctx, cookies[COOKIES.guest]));
  const token = newToken('hp_');
  const ids = { ownerId: newId(), spaceId: newId() };
  await createGuestOwner(ctx.table, { ...ids, tokenHash: hashOf(token), now: ctx.now });
  if (!isKept) return { token };
  return new Result(
    { token },
    { cookies: { [COOKIES.guest]: { value: token, maxAgeSec: BROWSER_COOKIE_SEC } } },
  );
};

async function isGuest({ table }: Ctx, token: string | undefined): Promise<boolean> {
  if (token === undefined || !CREDENTIALS.guest.form.test(token)) return false;
  return (await ownerOfGuestToken(table, hashOf(token))) !== undefined;
}
