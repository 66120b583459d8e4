import type { catalogue } from '../../lib/contract/catalogue.ts';
import { accountPageSecurity } from '../../lib/render/accounts/page-security.ts';
import { signInPage } from '../../lib/render/accounts/sign-in-page.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { redirectTo, Result } from '../../lib/runtime/result.ts';
import { browserOf } from './live-session.ts';
import { signInOff } from './sign-in-off.ts';

/** Looking at it makes nobody an owner: it begins no trial and no guest. */
export const showAccount: Handle<typeof catalogue.showAccount> = async (ctx, { query, cookies }) => {
  const { done, ...rest } = query;
  const onward = addressOf('/account', rest);
  // The page of a user pool leads back here from a passkey.
  const tab = query.result === undefined ? rest.tab : 'sign-in';
  return screenOrSignIn(ctx, { cookies, done, onward, screen: addressOf('/app/account', { ...rest, tab }) });
};

/** Whoever is not signed in comes back here from the sign-in. */
export const showOrganization: Handle<typeof catalogue.showOrganization> = (ctx, { params, cookies }) => {
  const id = encodeURIComponent(params.organization);
  const onward = `/account/organizations/${id}`;
  return screenOrSignIn(ctx, { cookies, onward, screen: `/app/organizations/${id}` });
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
  return new Result(signInPage(signInOff(ctx.config), done, onward), { headers: accountPageSecurity });
}

function addressOf(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const told = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  return told.length === 0 ? path : `${path}?${new URLSearchParams(told)}`;
}
