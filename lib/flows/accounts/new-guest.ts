import { hashOf, newId, newToken } from '../../adapters/ids.ts';
import { BROWSER_COOKIE_SEC, COOKIES } from '../../contract/cookies.ts';
import { CREDENTIALS } from '../../contract/credentials.ts';
import { Refusal } from '../../contract/errors.ts';
import { ownerOfGuestToken, type NewGuest } from '../../data/owners.ts';
import { required } from '../../config/config.ts';
import type { Ctx } from '../../runtime/context.ts';
import { isFromPageOf } from '../../runtime/callers/csrf.ts';
import type { ResultParts } from '../../runtime/result.ts';

/** What a call says of the browser that it comes from. */
interface FromBrowser {
  headers: { origin?: string; 'sec-fetch-site'?: string };
  cookies: { [COOKIES.guest]?: string };
}

/** A guest that is to be written, and its token, which is shown once. */
export interface UnwrittenGuest {
  guest: NewGuest;
  token: string;
  /** A browser keeps the token where no script finds it. */
  cookies: NonNullable<ResultParts['cookies']>;
}

/**
 * A new guest. A browser that has one already keeps that: what it owns would be out of reach. Throws 403 where no guests are
 * made.
 */
export async function newGuest(
  ctx: Pick<Ctx, 'table' | 'config' | 'origins' | 'now'>,
  { headers, cookies }: FromBrowser,
): Promise<UnwrittenGuest> {
  if (!required(ctx.config.guests, 'whether guests are made').areMade)
    throw new Refusal('guests_off', 'This service has no guests: whoever runs it turned them off.');
  const isOurs = isFromPageOf(new URL(ctx.origins.base).origin, headers);
  const isKept = isOurs && !(await isGuest(ctx, cookies[COOKIES.guest]));
  const token = newToken('hp_');
  return {
    guest: { ownerId: newId(), spaceId: newId(), tokenHash: hashOf(token), now: ctx.now },
    token,
    cookies: isKept ? { [COOKIES.guest]: { value: token, maxAgeSec: BROWSER_COOKIE_SEC } } : {},
  };
}

async function isGuest({ table }: Pick<Ctx, 'table'>, token: string | undefined): Promise<boolean> {
  if (token === undefined || !CREDENTIALS.guest.form.test(token)) return false;
  return (await ownerOfGuestToken(table, hashOf(token))) !== undefined;
}
