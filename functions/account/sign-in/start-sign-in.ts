import type { AuthorizationRequest, Issuer } from '../../../lib/adapters/accounts/issuer.ts';
import { hashOf, newToken } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, COOKIES, COOKIE_SECRET_FORM } from '../../../lib/contract/cookies.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { putLogin, type Login } from '../../../lib/data/accounts/logins.ts';
import { shown } from '../../../lib/domain/decision.ts';
import { LOGIN_MS, RECENT_SIGN_IN_SEC, type LoginPurpose } from '../../../lib/domain/accounts/login.ts';
import type { Ctx, Handle, Input } from '../../../lib/runtime/context.ts';
import { redirectTo } from '../../../lib/runtime/result.ts';
import { sessionCaller } from '../../../lib/runtime/callers/session.ts';
import { isEnrolledHere } from '../second-factor/enrolment.ts';
import { orUnavailable, signInOff } from './refused-sign-in.ts';

type Start = typeof catalogue.startSignIn;

/**
 * Sends a browser to the issuer. A second proof is that of the person of the session; without one it is a sign-in that
 * the issuer's own session is not enough for.
 */
export const startSignIn =
  (issuer: Issuer): Handle<Start> =>
  async (ctx, { query, headers, cookies }) => {
    refuseUnasked(headers);
    const off = signInOff(ctx.config);
    if (off !== null) throw new Refusal('not_found', off);
    if (query.enrol && !isEnrolledHere(ctx.config))
      throw new Refusal('not_found', 'Set up second factors at your sign-in provider, not here.');
    const ownerId = await ownerToProve(ctx, query, cookies[COOKIES.session]);
    const sent = cookies[COOKIES.browser];
    return sentToIssuer(issuer, ctx, {
      browserSecret: sent !== undefined && COOKIE_SECRET_FORM.test(sent) ? sent : newToken(''),
      returnTo: query.enrol && ownerId !== null ? '/account/second-factor' : (query.return ?? '/account'),
      purpose: purposeOf(query, ownerId),
      ownerId,
    });
  };

/** What a sign-in is begun for, and in which browser. */
type Begin = Pick<Login, 'returnTo' | 'purpose' | 'ownerId'> & { browserSecret: string };

/** Sends a browser to the issuer, and writes down what its answer is compared with. Throws 503 where that does not work. */
export async function sentToIssuer(
  issuer: Issuer,
  ctx: Ctx,
  { browserSecret, ...asked }: Begin,
  status: 302 | 303 = 302,
) {
  const request = { state: newToken(''), nonce: newToken(''), verifier: newToken('') };
  const location = await orUnavailable(ctx, async () => {
    const url = await issuer.authorizationUrl({ ...request, ...proofFor(asked.purpose, ctx) });
    const { state, ...kept } = request;
    const browserHash = hashOf(browserSecret);
    const expiresAt = ctx.now + LOGIN_MS;
    await putLogin(ctx.table, { ...kept, ...asked, hash: hashOf(state), browserHash, expiresAt });
    return url;
  });
  return redirectTo(status, location, {
    [COOKIES.browser]: { value: browserSecret, maxAgeSec: BROWSER_COOKIE_SEC },
  });
}

/** A second factor is asked of whoever is signed in: only then is there a session to say so of. */
function purposeOf({ step, mfa, enrol }: Input<Start>['query'], ownerId: string | null): LoginPurpose {
  if (enrol && ownerId !== null) return 'enrol';
  if (mfa && ownerId !== null) return 'second-factor';
  return step || mfa || enrol ? 'step-up' : 'sign-in';
}

/** What is asked of the issuer beside a sign-in. */
export function proofFor(
  purpose: LoginPurpose,
  { config }: Pick<Ctx, 'config'>,
): Pick<AuthorizationRequest, 'maxAgeSec' | 'acrValues' | 'scope'> {
  switch (purpose) {
    case 'sign-in':
      return {};
    case 'step-up':
    case 'recovery':
      return { maxAgeSec: RECENT_SIGN_IN_SEC };
    case 'second-factor':
      return { maxAgeSec: RECENT_SIGN_IN_SEC, acrValues: config.identity?.secondFactor.acr ?? [] };
    case 'enrol':
      return { maxAgeSec: RECENT_SIGN_IN_SEC, scope: config.identity?.factorScope ?? '' };
  }
}

/** Whose session is to be proven again, null for a sign-in. */
async function ownerToProve(
  ctx: Ctx,
  { step, mfa, enrol }: Input<Start>['query'],
  secret: string | undefined,
): Promise<string | null> {
  if ((!step && !mfa && !enrol) || secret === undefined || !COOKIE_SECRET_FORM.test(secret)) return null;
  const caller = await orUnavailable(ctx, () => sessionCaller(ctx, secret));
  return caller?.owner.id ?? null;
}

/** A page of another site may link here, but not send a browser without its person, as by an image or a script. */
function refuseUnasked({
  'sec-fetch-site': site = 'none',
  'sec-fetch-user': user,
}: Input<Start>['headers']): void {
  if (site === 'none' || site === 'same-origin' || user === '?1') return;
  throw new Refusal(
    'invalid_origin',
    `From another site a sign-in begins by a link that a person follows; got Sec-Fetch-Site ${shown(site)}.`,
  );
}
