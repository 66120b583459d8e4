import { isId } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { accountPageSecurity } from '../../../lib/render/accounts/page-security.ts';
import { signInPage } from '../../../lib/render/accounts/sign-in-page.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { redirectTo, Result } from '../../../lib/runtime/result.ts';
import { browserOf } from '../sessions/live-session.ts';
import { noOrganization } from '../organizations/organization-of.ts';
import { isEnrolledHere } from '../second-factor/enrolment.ts';
import { signInOff } from './refused-sign-in.ts';

/** The parts of the account that a link may name: nothing else of an address is written into another one. */
const TABS: ReadonlySet<string | undefined> = new Set(['sign-in', 'keys', 'organizations', 'data']);

/** Looking at it makes nobody an owner: it begins no trial and no guest. */
export const showAccount: Handle<typeof catalogue.showAccount> = async (ctx, { query, cookies }) => {
  const { done, result, tab } = query;
  const part = TABS.has(tab) ? `?tab=${tab}` : '';
  // The page of a user pool leads back here from a passkey.
  const came = `?tab=sign-in&result=${result === 'success' ? result : 'none'}`;
  const screen = `/app/account${result === undefined ? part : came}`;
  return screenOrSignIn(ctx, { cookies, done, onward: `/account${part}`, screen });
};

/** Whoever is not signed in comes back here from the sign-in. */
export const showOrganization: Handle<typeof catalogue.showOrganization> = async (
  ctx,
  { params: { organization: id }, cookies },
) => {
  if (!isId(id)) throw noOrganization();
  const path = `/organizations/${id}`;
  return screenOrSignIn(ctx, { cookies, onward: `/account${path}`, screen: `/app${path}` });
};

interface Way {
  cookies: Partial<Record<string, string>>;
  /** The screen of the console, for who is signed in. */
  screen: string;
  /** Where a sign-in leads. */
  onward: string;
  /** What was done before. */
  done?: string | undefined;
}

async function screenOrSignIn(ctx: Ctx, { cookies, screen, onward, done }: Way) {
  const { caller } = await browserOf(ctx, cookies);
  if (caller) return redirectTo(303, screen);
  return new Result(
    signInPage({ off: signInOff(ctx.config), done, onward, recovers: isEnrolledHere(ctx.config) }),
    { headers: accountPageSecurity },
  );
}
