import type { Issuer } from '../../../lib/adapters/accounts/issuer.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { LOGOUT_RETURN } from '../../../lib/contract/accounts/sign-in.ts';
import * as accounts from '../../../lib/data/accounts/accounts.ts';
import { deleteSession } from '../../../lib/data/accounts/sessions.ts';
import { urlsOf } from '../../../lib/config/config.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';

export const SIGNED_OUT = { cookies: { [COOKIES.session]: null } };

/** This browser's session alone: the issuer, and with it other services, goes on. */
export const endSession: Handle<typeof catalogue.endSession> = async ({ table, caller }) => {
  await deleteSession(table, caller.session);
  return new Result({ ok: true }, SIGNED_OUT);
};

/** Every browser's, and the API keys with them; this one is told where its session at the provider ends. */
export const endSessions =
  (issuer: Issuer): Handle<typeof catalogue.endSessions> =>
  async (ctx) => {
    await accounts.endSessions(ctx.table, ctx.caller.owner.id, ctx.now);
    const logout = await logoutOf(issuer, ctx);
    return new Result({ ok: true, ...(logout !== null && { logout }) }, SIGNED_OUT);
  };

/** Where the browser ends its session at the provider; null where that is unknown. */
export async function logoutOf(issuer: Issuer, ctx: Ctx): Promise<string | null> {
  if (ctx.config.identity === null) return null;
  try {
    return await issuer.logoutUrl(urlsOf(ctx.config).base + LOGOUT_RETURN);
  } catch (error) {
    // The sessions here have ended all the same, which must not look as if it had failed.
    ctx.log.error('issuer_unavailable', error instanceof Error ? (error.cause ?? error) : error);
    return null;
  }
}
