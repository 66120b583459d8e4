import type { catalogue } from '../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, COOKIES } from '../../lib/contract/cookies.ts';
import { signInPage } from '../../lib/render/account/account-page.ts';
import { organizationPage, type ShownOrganization } from '../../lib/render/account/organization-page.ts';
import { accountPageSecurity, scriptedPageSecurity } from '../../lib/render/account/page-security.ts';
import type { Handle } from '../../lib/runtime/context.ts';
import { csrfTokenOf, type BrowserSecrets } from '../../lib/runtime/csrf.ts';
import { Result } from '../../lib/runtime/result.ts';
import { browserOf } from './live-session.ts';
import { memberOf, shownOrganization, type Person } from './organization-of.ts';
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

async function shownOf(ctx: Person, id: string, secrets: BrowserSecrets): Promise<ShownOrganization> {
  const { organization } = await shownOrganization(ctx, await memberOf(ctx, id));
  const { email, profile } = ctx.caller.owner;
  const viewer = { id: ctx.caller.owner.id, email, theme: profile.theme };
  return { organization, viewer, csrf: csrfTokenOf(secrets) };
}
