import type { Issuer } from '../../lib/adapters/accounts/issuer.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, COOKIES } from '../../lib/contract/cookies.ts';
import { listApiKeys } from '../../lib/data/accounts/api-keys.ts';
import { hasAvatar } from '../../lib/data/accounts/avatars.ts';
import { getOwner } from '../../lib/data/owners.ts';
import { trialOf } from '../../lib/data/accounts/trials.ts';
import { isRecentSignIn } from '../../lib/domain/accounts/login.ts';
import { accountPage, signInPage, type ShownAccount } from '../../lib/render/accounts/account-page.ts';
import { logoutPage } from '../../lib/render/accounts/logout-page.ts';
import { accountPageSecurity, scriptedPageSecurity } from '../../lib/render/accounts/page-security.ts';
import type { Ctx, Handle, SessionCaller } from '../../lib/runtime/context.ts';
import { csrfTokenOf, type BrowserSecrets } from '../../lib/runtime/callers/csrf.ts';
import { redirectTo, Result } from '../../lib/runtime/result.ts';
import { endApiKey, makeApiKey } from './api-keys.ts';
import { claimableBy, claimForAccount } from './claim-guest.ts';
import { endedEverywhere, endSession, SIGNED_OUT } from './end-session.ts';
import { browserOf, secretsOf } from './live-session.ts';
import { isEnrolledHere } from './enrolment.ts';
import type { PageCaller } from './organization-of.ts';
import { organizationsOf } from './organizations.ts';
import { paymentsOf } from './payments-of.ts';
import { changeProfile } from './profile.ts';
import { signInOff } from './sign-in-off.ts';
import type { ShownPasskeys } from '../../lib/render/accounts/passkey-part.ts';
import { urlsOf, type Config } from '../../lib/config/config.ts';

/** Looking at it makes nobody an owner: it begins no trial and no guest. */
export const showAccount: Handle<typeof catalogue.showAccount> = async (ctx, { query, cookies }) => {
  const { secrets, caller } = await browserOf(ctx, cookies);
  if (!caller)
    return new Result(signInPage(signInOff(ctx.config), query.done), { headers: accountPageSecurity });
  const parts = await partsOf({ ...ctx, caller }, cookies[COOKIES.guest]);
  const shown = shownOf({ caller, secrets, ...parts, result: query.result }, ctx);
  return new Result(accountPage(shown, { done: query.done }, ctx.now), {
    headers: scriptedPageSecurity,
    cookies: { [COOKIES.browser]: { value: secrets.browser, maxAgeSec: BROWSER_COOKIE_SEC } },
  });
};

export const submitProfile: Handle<typeof catalogue.submitProfile> = async (ctx, { body }) => {
  await changeProfile(ctx, body);
  return redirectTo(303, '/account?done=profile');
};

/** What can fail is done before the key is made: its text is lost with the answer. */
export const submitApiKey: Handle<typeof catalogue.submitApiKey> = async (ctx, { body, cookies }) => {
  const { caller, now } = ctx;
  const before = await partsOf(ctx, cookies[COOKIES.guest]);
  const { key, secret } = await makeApiKey(ctx, { name: body.name, organizationId: null });
  const keys = [key, ...before.keys];
  const shown = shownOf({ caller, secrets: secretsOf(cookies), ...before, keys }, ctx);
  return new Result(accountPage(shown, { made: { key, secret } }, now), { headers: scriptedPageSecurity });
};

export const submitKeyEnd: Handle<typeof catalogue.submitKeyEnd> = async (ctx, { body }) => {
  await endApiKey(ctx, body.id);
  return redirectTo(303, '/account?done=revoked');
};

/** What is left to claim is read afterwards: repeating a claim whose answer is lost moves nothing. */
export const submitClaim: Handle<typeof catalogue.submitClaim> = async (ctx, { body, cookies }) => {
  const { caller, now } = ctx;
  const ofBrowser = cookies[COOKIES.guest];
  const { movidos } = await claimForAccount(ctx, body.guest_token ?? ofBrowser);
  // With the space that it has now.
  const owner = await getOwner(ctx.table, caller.owner.id);
  const after = owner?.kind === 'account' ? { ...caller, owner } : caller;
  const parts = await partsOf({ ...ctx, caller: after }, ofBrowser);
  const shown = shownOf({ caller: after, secrets: secretsOf(cookies), ...parts }, ctx);
  return new Result(accountPage(shown, { claimed: movidos }, now), { headers: scriptedPageSecurity });
};

export const submitSignOut: Handle<typeof catalogue.submitSignOut> = async (ctx, input) => {
  await endSession(ctx, input);
  return redirectTo(303, '/account?done=signed-out', SIGNED_OUT.cookies);
};

/** The provider is visited from a page of its own: a redirect would be the form's, which may lead nowhere else. */
export const submitEndSessions =
  (issuer: Issuer): Handle<typeof catalogue.submitEndSessions> =>
  async (ctx) => {
    const logout = await endedEverywhere(issuer, ctx);
    if (logout === null) return redirectTo(303, '/account?done=ended-here', SIGNED_OUT.cookies);
    return new Result(logoutPage(logout), { headers: accountPageSecurity, ...SIGNED_OUT });
  };

/** What is read for the page. */
type Parts = Pick<ShownAccount, 'trial' | 'keys' | 'claimable' | 'memberships' | 'payments' | 'hasPicture'>;

async function partsOf(ctx: PageCaller, guestToken: string | undefined): Promise<Parts> {
  const { table, caller } = ctx;
  const [trial, keys, claimable, memberships, payments, hasPicture] = await Promise.all([
    trialOf(table, caller.owner),
    listApiKeys(table, caller.owner.id),
    claimableBy(ctx, caller.owner, guestToken),
    organizationsOf(ctx),
    paymentsOf(ctx, caller.owner.spaces),
    hasAvatar(table, caller.owner.id),
  ]);
  return { trial, keys, claimable, memberships, payments, hasPicture };
}

/** Whose page it is, in which browser. */
interface Viewed extends Parts {
  caller: SessionCaller;
  secrets: BrowserSecrets;
  /** What the page of passkeys said, where the browser comes from there. */
  result?: string | undefined;
}

function shownOf(
  { caller, secrets, result, ...parts }: Viewed,
  { config, now }: Pick<Ctx, 'config' | 'now'>,
): ShownAccount {
  const { email, profile, epoch } = caller.owner;
  const { authTime } = caller.session;
  const mayMakeKeys = isRecentSignIn(caller.session, now);
  return {
    email,
    profile,
    csrf: csrfTokenOf(secrets),
    authTime,
    epoch,
    ...parts,
    mayMakeKeys,
    passkeys: passkeyPage(config, result),
    factor: { isOffered: isEnrolledHere(config), isShown: caller.session.mfa },
  };
}

/**
 * The page of the user pool on which a passkey is added, and what it said when it led back here. Null with another
 * issuer, whose pages nobody knows.
 */
function passkeyPage(config: Config, result: string | undefined): ShownPasskeys | null {
  const { identity } = config;
  if (!identity?.pages) return null;
  const back = `${urlsOf(config).base}/account`;
  const query = new URLSearchParams({ client_id: identity.clientId, redirect_uri: back });
  const isAdded = result === undefined ? null : result === 'success';
  return { url: `${identity.pages}/passkeys/add?${query}`, isAdded };
}
