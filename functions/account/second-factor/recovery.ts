import type { Issuer } from '../../../lib/adapters/accounts/issuer.ts';
import type { SecondFactors } from '../../../lib/adapters/accounts/factor-port.ts';
import { hashOf, newPaperCode, newToken } from '../../../lib/adapters/ids.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { COOKIES, COOKIE_SECRET_FORM } from '../../../lib/contract/cookies.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { giveCodeBack, renewCodes, spendCode } from '../../../lib/data/accounts/recovery-codes.ts';
import {
  RECOVERY_CODE_CHARS,
  RECOVERY_CODES,
  recoveryCodeIn,
  recoveryCodeText,
} from '../../../lib/domain/accounts/recovery-codes.ts';
import { sendOrLeave } from '../../../lib/flows/alerts/outbox.ts';
import { accountPageSecurity } from '../../../lib/render/accounts/page-security.ts';
import { recoveryPage } from '../../../lib/render/accounts/recovery-page.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { recentPerson } from '../own-data/delete-account.ts';
import { orUnavailable } from '../sign-in/refused-sign-in.ts';
import { sentToIssuer } from '../sign-in/start-sign-in.ts';

/** Shown once, and kept as hashes. */
export const renewRecoveryCodes =
  (factors: SecondFactors): Handle<typeof catalogue.renewRecoveryCodes> =>
  async (ctx) => {
    const { subject } = recentPerson(ctx, 'Making recovery codes');
    if (!(await orUnavailable(ctx, () => factors.areShownBy(subject))))
      throw new Refusal(
        'no_second_factor',
        'Recovery codes stand for an authenticator app, and none is set up here; set one up first.',
      );
    refuseUnshown(ctx);
    const codes = Array.from({ length: RECOVERY_CODES }, () => newPaperCode(RECOVERY_CODE_CHARS));
    await renewCodes(ctx.table, { ownerId: ctx.caller.owner.id, subject }, codes.map(hashOf), ctx.now);
    return { codes: codes.map(recoveryCodeText) };
  };

/** Whoever knew the password before the app was set up is signed in too, and is not to have what stands for it. */
function refuseUnshown({ caller: { session } }: Ctx<'session'>): void {
  if (session.mfa || session.enrolledAt !== null) return;
  throw new Refusal(
    'reauth_required',
    'Making recovery codes needs a sign-in with your authenticator app; sign in again with it.',
  );
}

export const showRecovery: Handle<typeof catalogue.showRecovery> = async () =>
  new Result(recoveryPage(), { headers: accountPageSecurity });

/**
 * Removes the authenticator app of whose code it is, and sends the browser to the issuer for what else the person proves
 * who it is by. The code is used up before anything is done, and given back where the issuer cannot be asked.
 */
export const submitRecoveryCode =
  ({
    issuer,
    factors,
  }: {
    issuer: Issuer;
    factors: SecondFactors;
  }): Handle<typeof catalogue.submitRecoveryCode> =>
  async (ctx, { body, cookies }) => {
    const ownerId = await orUnavailable(ctx, () =>
      removedBy(ctx, factors, hashOf(recoveryCodeIn(body.code))),
    );
    await sendOrLeave(ctx, [{ kind: 'recovered', accountId: ownerId }]);
    const sent = cookies[COOKIES.browser];
    const browserSecret = sent !== undefined && COOKIE_SECRET_FORM.test(sent) ? sent : newToken('');
    const returnTo = '/app/account?tab=sign-in&done=recovered';
    return sentToIssuer(issuer, ctx, { browserSecret, returnTo, purpose: 'recovery', ownerId }, 303);
  };

/** Whose second factor a code removed. Throws 400 for what is no code that can be used. */
async function removedBy(ctx: Ctx, factors: SecondFactors, hash: string): Promise<string> {
  const spent = await spendCode(ctx.table, hash, ctx.now);
  if (!spent)
    throw new Refusal(
      'invalid_code',
      'That is no recovery code that can be used: each works once, and new ones end those before.',
      { retry: '/account/recovery' },
    );
  try {
    await factors.removeOf(spent.subject);
  } catch (error) {
    await giveCodeBack(ctx.table, hash, spent);
    throw error;
  }
  return spent.ownerId;
}
