import { qrModules } from '../../../lib/adapters/accounts/qr-modules.ts';
import type { SecondFactors } from '../../../lib/adapters/accounts/factor-port.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { deleteEnrolment } from '../../../lib/data/accounts/enrolments.ts';
import { noteEnrolled } from '../../../lib/data/accounts/sessions.ts';
import { unlessRefused } from '../../../lib/data/items.ts';
import { endCodes } from '../../../lib/data/accounts/recovery-codes.ts';
import { authenticatorUri } from '../../../lib/domain/accounts/login.ts';
import { accountPageSecurity } from '../../../lib/render/accounts/page-security.ts';
import { secondFactorPage, type SetUp } from '../../../lib/render/accounts/second-factor-page.ts';
import type { Handle } from '../../../lib/runtime/context.ts';
import { csrfTokenOf } from '../../../lib/runtime/callers/csrf.ts';
import { redirectTo, Result } from '../../../lib/runtime/result.ts';
import { ENROL_AGAIN, orRefused, ownEnrolment } from './enrolment.ts';
import { orUnavailable } from '../sign-in/refused-sign-in.ts';

/** Shows what the sign-in brought: a repeat shows the same, and asks the issuer for nothing. */
export const showSecondFactor: Handle<typeof catalogue.showSecondFactor> = async (ctx, { cookies }) => {
  const session = cookies[COOKIES.session] ?? '';
  const { key } = await ownEnrolment(ctx, session);
  const { email, profile } = ctx.caller.owner;
  const csrf = csrfTokenOf({ browser: cookies[COOKIES.browser] ?? '', session });
  const setUp = key === null ? null : setUpOf(email, key);
  const page = secondFactorPage({ email, theme: profile.theme, csrf, setUp });
  return new Result(page, { headers: accountPageSecurity });
};

function setUpOf(email: string, key: string): SetUp {
  const uri = authenticatorUri({ email, key });
  return { key, uri, qr: qrModules(uri) };
}

/** A wrong code leaves the enrolment for another try; a right one ends it. */
export const submitSecondFactor =
  (factors: SecondFactors): Handle<typeof catalogue.submitSecondFactor> =>
  (ctx, { body, cookies }) =>
    orUnavailable(ctx, async () => {
      const { accessToken, key } = await ownEnrolment(ctx, cookies[COOKIES.session]);
      if (key === null)
        throw new Refusal(
          'enrolment_refused',
          'You already have a second factor; remove it first.',
          ENROL_AGAIN,
        );
      const code = body.code.replaceAll(/\s/g, '');
      if (!(await orRefused(() => factors.finish(accessToken, code))))
        throw new Refusal(
          'invalid_code',
          "code must be the six digits that the authenticator app shows now; wait for the next ones, and check the device's clock.",
          { retry: '/account/second-factor' },
        );
      const { hash } = ctx.caller.session;
      await unlessRefused(noteEnrolled(ctx.table, hash, ctx.now));
      await deleteEnrolment(ctx.table, hash);
      return redirectTo(303, '/app/account?tab=sign-in&done=second-factor');
    });

export const submitSecondFactorRemoval =
  (factors: SecondFactors): Handle<typeof catalogue.submitSecondFactorRemoval> =>
  (ctx, { cookies }) =>
    orUnavailable(ctx, async () => {
      const { accessToken } = await ownEnrolment(ctx, cookies[COOKIES.session]);
      await orRefused(() => factors.remove(accessToken));
      await endCodes(ctx.table, ctx.caller.owner.id);
      await deleteEnrolment(ctx.table, ctx.caller.session.hash);
      return redirectTo(303, '/app/account?tab=sign-in&done=second-factor-removed');
    });
