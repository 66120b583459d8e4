import { hashOf } from '../../../lib/adapters/ids.ts';
import { seal, unseal } from '../../../lib/adapters/encrypted-text.ts';
import { EnrolmentRefused, type SecondFactors } from '../../../lib/adapters/accounts/factor-port.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { getEnrolment, putEnrolment } from '../../../lib/data/accounts/enrolments.ts';
import { isUnderWay, ENROLMENT_MS } from '../../../lib/domain/accounts/login.ts';
import type { Config } from '../../../lib/config/config.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** What a sign-in to enrol brought. */
export interface Enrolling {
  /** The person's, at the issuer. */
  accessToken: string;
  /** The key for a new authenticator, in base32; null where the person has one already. */
  key: string | null;
}

/** Whether second factors are set up by way of this service. */
export function isEnrolledHere({ identity }: Pick<Config, 'identity'>): boolean {
  return identity?.factorScope !== undefined;
}

/** Begins an enrolment anew. */
export const ENROL_AGAIN = { retry: '/auth/login?enrol=1' };

const PURPOSE = 'enrolment 1';

/** Asks the issuer for a key, unless the person has an authenticator, which a key that nobody confirms could take the place of. */
export function begunEnrolment(factors: SecondFactors, accessToken: string): Promise<Enrolling> {
  return orRefused(async () => {
    const key = (await factors.isEnrolled(accessToken)) ? null : await factors.begin(accessToken);
    return { accessToken, key };
  });
}

/** Keeps it with the session that has just begun, for five minutes, under a key that only the session's cookie holds. */
export async function keepEnrolment(ctx: Ctx, sessionSecret: string, enrolling: Enrolling): Promise<void> {
  await putEnrolment(ctx.table, {
    hash: hashOf(sessionSecret),
    sealed: seal(sessionSecret, PURPOSE, JSON.stringify(enrolling)),
    expiresAt: ctx.now + ENROLMENT_MS,
  });
}

/** The enrolment of this session. Throws 400 where there is none. */
export async function ownEnrolment(ctx: Ctx<'session'>, sessionSecret = ''): Promise<Enrolling> {
  const kept = await getEnrolment(ctx.table, ctx.caller.session.hash);
  if (!kept || !isUnderWay(kept, ctx.now))
    throw new Refusal(
      'enrolment_expired',
      'A second factor can be set up or removed once, within five minutes after a sign-in for it, in the same browser. Start again.',
      ENROL_AGAIN,
    );
  return JSON.parse(unseal(sessionSecret, PURPOSE, kept.sealed)) as Enrolling;
}

/** Does a step at the issuer. Throws 409 where the issuer says no. */
export async function orRefused<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof EnrolmentRefused)) throw error;
    throw new Refusal(
      'enrolment_refused',
      'The issuer refused this step: the sign-in was too long ago, or it manages your second factor elsewhere. Start again.',
      ENROL_AGAIN,
    );
  }
}
