import { newToken } from '../../../lib/adapters/ids.ts';
import { COOKIES, COOKIE_SECRET_FORM } from '../../../lib/contract/cookies.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { Ctx, SessionCaller } from '../../../lib/runtime/context.ts';
import type { BrowserSecrets } from '../../../lib/runtime/callers/csrf.ts';
import { sessionCaller } from '../../../lib/runtime/callers/session.ts';
import { getOwner, type Account } from '../../../lib/data/owners.ts';
import type { WriteConflict } from '../../../lib/data/table.ts';

/** What a browser sent of its cookies. */
type Sent = Partial<Record<string, string>>;

/**
 * The secrets of a browser, a new one of its own where it has none yet, and who is signed in there. Throws 503 where that
 * cannot be known.
 */
export async function browserOf(
  ctx: Ctx,
  cookies: Sent,
): Promise<{ secrets: BrowserSecrets; caller: SessionCaller | null }> {
  const session = secretIn(cookies[COOKIES.session]);
  const caller = session === null ? null : await callerOrUnavailable(ctx, session);
  const browser = secretIn(cookies[COOKIES.browser]) ?? newToken('');
  return { secrets: { browser, session: caller && session }, caller };
}

function secretIn(cookie: string | undefined): string | null {
  return cookie !== undefined && COOKIE_SECRET_FORM.test(cookie) ? cookie : null;
}

async function callerOrUnavailable(ctx: Ctx, session: string): Promise<SessionCaller | null> {
  try {
    return (await sessionCaller(ctx, session)) ?? null;
  } catch (error) {
    ctx.log.error('credential_unreadable', error);
    throw new Refusal('auth_unavailable', 'Accounts cannot be read for a moment; repeat the call.');
  }
}

/** The account of a session, after a conflict as it is now. Throws 401 when all its sessions have ended since. */
export async function accountNow(
  { table, caller }: Ctx<'session'>,
  conflict: WriteConflict | undefined,
): Promise<Account> {
  const account = conflict ? await getOwner(table, caller.owner.id) : caller.owner;
  if (account?.kind === 'account' && account.epoch === caller.session.epoch) return account;
  throw new Refusal('invalid_session', 'The session has ended; sign in again.');
}
