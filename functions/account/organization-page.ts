import type { catalogue } from '../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, COOKIES } from '../../lib/contract/cookies.ts';
import { isRecentSignIn } from '../../lib/domain/accounts/login.ts';
import { isManager, roleOf } from '../../lib/domain/accounts/organization.ts';
import { signInPage } from '../../lib/render/accounts/account-page.ts';
import { organizationPage, type ShownOrganization } from '../../lib/render/accounts/organization-page.ts';
import { accountPageSecurity, scriptedPageSecurity } from '../../lib/render/accounts/page-security.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { csrfTokenOf, type BrowserSecrets } from '../../lib/runtime/callers/csrf.ts';
import { Result } from '../../lib/runtime/result.ts';
import { makeApiKey } from './api-keys.ts';
import { browserOf, secretsOf } from './live-session.ts';
import { keysOf } from './organization-keys.ts';
import { memberOf, shownOrganization, type PageCaller } from './organization-of.ts';
import { paymentsOf } from './payments-of.ts';
import { signInOff } from './sign-in-off.ts';

/** To whoever is no member it is a 404, as the organization is; whoever is not signed in comes back here from the sign-in. */
export const showOrganization: Handle<typeof catalogue.showOrganization> = async (
  ctx,
  { params, query, cookies },
) => {
  const { secrets, caller } = await browserOf(ctx, cookies);
  const path = `/account/organizations/${encodeURIComponent(params.organization)}`;
  if (!caller)
    return new Result(signInPage(signInOff(ctx.config), undefined, path), { headers: accountPageSecurity });
  const shown = await shownOf({ ...ctx, caller }, params.organization, secrets);
  return new Result(organizationPage(shown, { done: query.done }), {
    headers: scriptedPageSecurity,
    cookies: { [COOKIES.browser]: { value: secrets.browser, maxAgeSec: BROWSER_COOKIE_SEC } },
  });
};

/** What can fail is done before the key is made: its text is lost with the answer. */
export const submitOrganizationKey: Handle<typeof catalogue.submitOrganizationKey> = async (
  ctx,
  { params, body, cookies },
) => {
  const secrets = secretsOf(cookies);
  const before = await shownOf(ctx, params.organization, secrets);
  const made = await makeApiKey(ctx, { name: body.name, organizationId: params.organization });
  const keys = before.keys && {
    ...before.keys,
    keys: [{ key: made.key, active: true }, ...before.keys.keys],
  };
  return new Result(organizationPage({ ...before, keys }, { made }), { headers: scriptedPageSecurity });
};

async function shownOf(ctx: PageCaller, id: string, secrets: BrowserSecrets): Promise<ShownOrganization> {
  const own = await memberOf(ctx, id);
  const { owner, session } = ctx.caller;
  const [{ organization }, keys, payments] = await Promise.all([
    shownOrganization(ctx, own),
    isManager(roleOf(own, owner.id)) ? keysOf(ctx, own) : null,
    paymentsOf(ctx, own.spaces),
  ]);
  const { email, profile } = owner;
  return {
    organization,
    viewer: { id: owner.id, email, theme: profile.theme },
    csrf: csrfTokenOf(secrets),
    keys: keys && { keys, mayMakeKeys: session.mfa && isRecentSignIn(session, ctx.now) },
    payments,
  };
}
