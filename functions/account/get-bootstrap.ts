import type { catalogue } from '../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, CONTEXT_HEADER, COOKIES } from '../../lib/contract/cookies.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { shown } from '../../lib/domain/decision.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { csrfTokenOf, viewContextOf } from '../../lib/runtime/callers/csrf.ts';
import { Result } from '../../lib/runtime/result.ts';
import { browserOf } from './sessions/live-session.ts';

export const getBootstrap: Handle<typeof catalogue.getBootstrap> = async (ctx, { headers, cookies }) => {
  refuseOtherSites(ctx, headers);
  const { secrets } = await browserOf(ctx, cookies);
  const context = viewContextOf(secrets);
  return new Result(
    { csrf: csrfTokenOf(secrets), context },
    {
      headers: { [CONTEXT_HEADER.toLowerCase()]: context },
      cookies: { [COOKIES.browser]: { value: secrets.browser, maxAgeSec: BROWSER_COOKIE_SEC } },
    },
  );
};

/** A browser names its origin, or says that a person asked; older ones say nothing of a read. */
function refuseOtherSites(
  { origins }: Ctx,
  { origin, 'sec-fetch-site': site = 'none' }: { origin?: string; 'sec-fetch-site'?: string },
): void {
  const own = new URL(origins.base).origin;
  if ((site === 'same-origin' || site === 'none') && (origin ?? own) === own) return;
  throw new Refusal(
    'invalid_origin',
    `Only a page of ${own} may ask for this; got Sec-Fetch-Site ${shown(site)} and Origin ${shown(origin ?? 'nothing')}.`,
  );
}
