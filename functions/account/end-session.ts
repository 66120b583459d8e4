import type { catalogue } from '../../lib/contract/catalogue.ts';
import { COOKIES } from '../../lib/contract/cookies.ts';
import * as accounts from '../../lib/data/accounts.ts';
import { deleteSession } from '../../lib/data/sessions.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { Result } from '../../lib/runtime/result.ts';

export const SIGNED_OUT = { cookies: { [COOKIES.session]: null } };

/** This browser's session alone: the issuer, and with it other services, goes on. */
export const endSession: Handle<typeof catalogue.endSession> = async ({ table, caller }) => {
  await deleteSession(table, caller.session);
  return new Result({ ok: true }, SIGNED_OUT);
};

/** Every browser's, and the API keys with them. */
export const endSessions: Handle<typeof catalogue.endSessions> = async ({ table, caller, now }) => {
  await accounts.endSessions(table, caller.owner.id, now);
  return new Result({ ok: true }, SIGNED_OUT);
};
