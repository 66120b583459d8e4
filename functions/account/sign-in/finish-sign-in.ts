import type { Issuer, Redeemed } from '../../../lib/adapters/accounts/issuer.ts';
import { AnswerRefused, type ProvenPerson } from '../../../lib/adapters/accounts/issuer-answer.ts';
import { hashOf, newToken } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { BROWSER_COOKIE_SEC, COOKIES, COOKIE_SECRET_FORM } from '../../../lib/contract/cookies.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import type { Account } from '../../../lib/data/owners.ts';
import { deleteSession, getSession } from '../../../lib/data/accounts/sessions.ts';
import { isProvenBefore, SESSION_SEC } from '../../../lib/domain/accounts/session.ts';
import { beginSession, type SignInProof } from '../../../lib/flows/accounts/new-session.ts';
import type { Ctx, Handle, Input } from '../../../lib/runtime/context.ts';
import type { AccountDeps } from '../../../lib/runtime/deps.ts';
import { described } from '../../../lib/runtime/report/log.ts';
import { redirectTo } from '../../../lib/runtime/result.ts';
import { accountFor, accountOf } from './account-for.ts';
import { begunEnrolment, keepEnrolment } from '../second-factor/enrolment.ts';
import { ownLogin, type Begun } from './own-login.ts';
import { orUnavailable } from './refused-sign-in.ts';
import { proofFor, sentToIssuer } from './start-sign-in.ts';
import type { SecondFactors } from '../../../lib/adapters/accounts/factor-port.ts';
import type { Login } from '../../../lib/data/accounts/logins.ts';
import { begunAgoMs } from '../../../lib/domain/accounts/login.ts';
import { browserWords } from '../../../lib/domain/accounts/browser-words.ts';
import { mayAskRecord, showedSecondFactor } from '../../../lib/domain/accounts/second-factor.ts';

type Finish = typeof catalogue.finishSignIn;

/**
 * Ends a sign-in that this browser began, once: a new session and a new secret of the browser, and the old session ends.
 * Whatever is refused leaves the session that there is.
 */
export const finishSignIn =
  ({ issuer, factors }: Pick<AccountDeps, 'issuer' | 'factors'>): Handle<Finish> =>
  (ctx, { query, headers, cookies }) =>
    orUnavailable(ctx, async () => {
      const login = await ownLogin(ctx, query.state, cookies[COOKIES.browser]);
      const { person, accessToken } = await answeredBy(issuer, ctx, login, query);
      const account = await provenAccount(ctx, login, person);
      const mfa = await hasSecondFactor(ctx, factors, { login, person });
      const browser = browserWords(headers['user-agent']);
      const proof = { ...provenBy(ctx, login, { ...person, mfa }), browser };
      if (isProvenBefore(account.sessionsEndedAt, proof))
        return askedAnew(issuer, ctx, login, cookies[COOKIES.browser]);
      const enrolling = login.purpose === 'enrol' ? await begunEnrolment(factors, accessToken) : null;
      const secret = await beginSession(ctx.table, account, proof, ctx.now);
      if (enrolling) await keepEnrolment(ctx, secret, enrolling);
      await endBefore(ctx, cookies[COOKIES.session]);
      return redirectTo(302, login.returnTo, {
        [COOKIES.session]: { value: secret, maxAgeSec: SESSION_SEC },
        [COOKIES.browser]: { value: newToken(''), maxAgeSec: BROWSER_COOKIE_SEC },
      });
    });

/** Ends the session that this browser had until now. */
async function endBefore({ table }: Ctx, secret: string | undefined): Promise<void> {
  if (secret === undefined || !COOKIE_SECRET_FORM.test(secret)) return;
  const before = await getSession(table, hashOf(secret));
  if (before) await deleteSession(table, before);
}

/** The person that the issuer's answer proves. Throws 401 where it proves nobody. */
async function answeredBy(
  issuer: Issuer,
  ctx: Ctx,
  login: Begun,
  query: Input<Finish>['query'],
): Promise<Redeemed> {
  const { state, nonce, verifier, purpose, retry } = login;
  try {
    const expected = { state, nonce, verifier, ...proofFor(purpose, ctx) };
    return await issuer.redeem(query, expected);
  } catch (error) {
    if (!(error instanceof AnswerRefused)) throw error;
    // No error: whoever begins a sign-in can bring back any answer.
    if (error.issuerCode === null) ctx.log.warn('sign_in_refused', described(error.cause));
    throw new Refusal('sign_in_refused', sentenceOf(error.issuerCode), { retry });
  }
}

function sentenceOf(issuerCode: string | null): string {
  if (issuerCode === null) return 'The sign-in could not be verified. Start again.';
  if (issuerCode === 'access_denied') return 'The sign-in was cancelled.';
  return 'The sign-in failed. Start again.';
}

/** The account of the person; for a second proof the one of the session. Throws 403 where it is not to have one. */
async function provenAccount(ctx: Ctx, login: Begun, person: ProvenPerson): Promise<Account> {
  if (login.ownerId === null) return accountFor(ctx, person, login);
  const account = await accountOf(ctx, person);
  if (account?.id !== login.ownerId)
    throw new Refusal(
      'another_person',
      'Someone else signed in. Your session continues; sign in as the same person.',
      { retry: login.retry },
    );
  return account;
}

/**
 * Sends a person whose proof is of before the end of all sessions back for a new one, which the issuer's own session is
 * not enough for. Throws 401 where it was such a one that was asked for.
 */
function askedAnew(issuer: Issuer, ctx: Ctx, { returnTo, purpose, retry }: Begun, browserSecret = '') {
  if (purpose === 'sign-in')
    return sentToIssuer(issuer, ctx, { purpose: 'step-up', ownerId: null, returnTo, browserSecret });
  const detail = 'All sessions of your account have ended since. Start again.';
  throw new Refusal('sign_in_refused', detail, { retry });
}

/** What the session will say of the proof. Throws 403 where a second factor was asked for and not shown. */
function provenBy(
  { now }: Ctx,
  login: Begun,
  person: ProvenPerson & { mfa: boolean },
): Omit<SignInProof, 'browser'> {
  const { issuer, subject, mfa, acr, amr, authAgeMs } = person;
  if (login.purpose === 'second-factor' && !mfa)
    throw new Refusal(
      'second_factor_missing',
      'The sign-in had no second factor. Your session continues; set up a second factor, then try again.',
      { retry: login.retry },
    );
  return { authTime: now - authAgeMs, mfa, acr, amr, person: { issuer, subject } };
}

/**
 * Whether a person showed a second factor: the token says so, or says nothing of how and the issuer's record of the person
 * leaves no other way. What cannot be asked did not happen, and the sign-in goes on.
 */
async function hasSecondFactor(
  { config, log, now }: Pick<Ctx, 'config' | 'log' | 'now'>,
  factors: SecondFactors,
  { login, person }: { login: Login; person: ProvenPerson },
): Promise<boolean> {
  // The code was the second factor of this sign-in; the first was proved since.
  if (login.purpose === 'recovery') return true;
  if (showedSecondFactor(person, config.identity?.secondFactor ?? { acr: [], amr: [] })) return true;
  if (!mayAskRecord(person, begunAgoMs(login, now))) return false;
  try {
    return await factors.areShownBy(person.subject);
  } catch (error) {
    log.error('second_factor_unknown', error);
    return false;
  }
}
