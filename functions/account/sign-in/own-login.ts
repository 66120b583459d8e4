import { hashOf } from '../../../lib/adapters/ids.ts';
import { COOKIE_SECRET_FORM } from '../../../lib/contract/cookies.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { takeLogin, type Login } from '../../../lib/data/accounts/logins.ts';
import { isUnderWay } from '../../../lib/domain/accounts/login.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** A sign-in with the state that the issuer gave back. */
export type Begun = Login & { state: string; retry: string };

/** The sign-in that this browser began and has not ended. Throws 400 where there is none. */
export async function ownLogin(ctx: Ctx, state = '', browser = ''): Promise<Begun> {
  const isOurs = COOKIE_SECRET_FORM.test(state) && COOKIE_SECRET_FORM.test(browser);
  const login = isOurs ? await takeLogin(ctx.table, hashOf(state), hashOf(browser)) : undefined;
  if (!login || !isUnderWay(login, ctx.now))
    throw new Refusal(
      'sign_in_expired',
      'This sign-in was started in another browser or over ten minutes ago, or has already ended. Start again.',
      login && { retry: retryOf(login) },
    );
  return { ...login, state, retry: retryOf(login) };
}

/** The link that begins the same anew. */
function retryOf({ returnTo, purpose }: Login): string {
  const query = new URLSearchParams({ return: returnTo });
  if (purpose !== 'sign-in') query.set(FLAGS[purpose], '1');
  return `/auth/login?${query}`;
}

// The code is used up, and the second factor removed: what is left is a fresh proof.
const FLAGS = { 'step-up': 'step', 'second-factor': 'mfa', enrol: 'enrol', recovery: 'step' } as const;
