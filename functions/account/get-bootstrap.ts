import { newToken } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import {
  BROWSER_COOKIE_SEC,
  CONTEXT_HEADER,
  COOKIES,
  COOKIE_SECRET_FORM,
} from '../../lib/contract/cookies.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { shown } from '../../lib/domain/decision.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { csrfTokenOf, viewContextOf } from '../../lib/runtime/csrf.ts';
import { Result } from '../../lib/runtime/result.ts';
import { sessionCaller } from '../../lib/runtime/session.ts';

export const getBootstrap: Handle<typeof catalogue.getBootstrap> = async (ctx, { headers, cookies }) => {
  refuseOtherSites(ctx, headers);
  const session = await liveSecretOf(ctx, cookies[COOKIES.session]);
  const sent = cookies[COOKIES.browser];
  const browser = sent !== undefined && COOKIE_SECRET_FORM.test(sent) ? sent : newToken('');
  const secrets = { browser, session };
  const context = viewContextOf(secrets);
  return new Result(
    { csrf: csrfTokenOf(secrets), context },
    {
      headers: { [CONTEXT_HEADER.toLowerCase()]: context },
      cookies: { [COOKIES.browser]: { value: browser, maxAgeSec: BROWSER_COOKIE_SEC } },
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

/** The secret of a session that goes on, null without one. Throws 503 where that cannot be known. */
async function liveSecretOf(ctx: Ctx, secret: string | undefined): Promise<string | null> {
  if (secret === undefined || !COOKIE_SECRET_FORM.test(secret)) return null;
  try {
    return (await sessionCaller(ctx, secret)) ? secret : null;
  } catch (error) {
    ctx.log.error('credential_unreadable', error);
    throw new Refusal('auth_unavailable', 'Accounts cannot be read for a moment; repeat the call.');
  }
}
