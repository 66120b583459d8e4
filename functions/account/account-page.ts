import type { catalogue } from '../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, COOKIES } from '../../lib/contract/cookies.ts';
import type { Refusal } from '../../lib/contract/errors.ts';
import { accountPage, signInPage } from '../../lib/render/account/account-page.ts';
import { accountPageSecurity, scriptedPageSecurity } from '../../lib/render/account/page-security.ts';
import { refusedPage } from '../../lib/render/account/refused-page.ts';
import type { InKind } from '../../lib/runtime/area.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { csrfTokenOf } from '../../lib/runtime/csrf.ts';
import { redirectTo, Result } from '../../lib/runtime/result.ts';
import { endSession, endSessions, SIGNED_OUT } from './end-session.ts';
import { browserOf } from './live-session.ts';
import { passkeyPage } from './passkey-page.ts';
import { changeProfile } from './profile.ts';
import { signInOff } from './sign-in-off.ts';

/** Looking at it makes nobody an owner: it begins no trial and no guest. */
export const showAccount: Handle<typeof catalogue.showAccount> = async (ctx, { query, cookies }) => {
  const { secrets, caller } = await browserOf(ctx, cookies);
  if (!caller)
    return new Result(signInPage(signInOff(ctx.config), query.done), { headers: accountPageSecurity });
  const { email, profile, trialStartedAt: startedAt } = caller.owner;
  const shown = {
    email,
    profile,
    trial: { startedAt },
    csrf: csrfTokenOf(secrets),
    passkeys: passkeyPage(ctx.config, query.result),
  };
  return new Result(accountPage(shown, query.done, ctx.now), {
    headers: scriptedPageSecurity,
    cookies: { [COOKIES.browser]: { value: secrets.browser, maxAgeSec: BROWSER_COOKIE_SEC } },
  });
};

export const submitProfile: Handle<typeof catalogue.submitProfile> = async (ctx, { body }) => {
  await changeProfile(ctx, body);
  return redirectTo(303, '/account?done=profile');
};

export const submitSignOut: Handle<typeof catalogue.submitSignOut> = async (ctx, input) => {
  await endSession(ctx, input);
  return redirectTo(303, '/account?done=signed-out', SIGNED_OUT.cookies);
};

export const submitEndSessions: Handle<typeof catalogue.submitEndSessions> = async (ctx, input) => {
  await endSessions(ctx, input);
  return redirectTo(303, '/account?done=ended', SIGNED_OUT.cookies);
};

/** What a person at a browser gets instead of the JSON of a refusal. */
export function refusedOnPage({ code, detail = '', extra }: Refusal): InKind {
  const anew = code.startsWith('sign_in') ? '/auth/login' : null;
  const retry = typeof extra['retry'] === 'string' ? extra['retry'] : anew;
  return { text: refusedPage({ code, detail }, retry), headers: accountPageSecurity };
}
