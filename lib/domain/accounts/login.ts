import type { Instant } from '../instant.ts';

/** For how long a person may be away at the issuer. */
export const LOGIN_MS = 10 * 60_000;

/** How long ago a sign-in may be that counts as a recent one. */
export const RECENT_SIGN_IN_SEC = 300;

/**
 * Why a person is sent to the issuer: to sign in, to prove anew who it is, where there is a session the person of that, or
 * to prove that by a second factor, or to set one up.
 */
export type LoginPurpose = 'sign-in' | 'step-up' | 'second-factor' | 'enrol';

/** Whether a sign-in may still be ended. */
export function isUnderWay({ expiresAt }: { expiresAt: Instant }, now: Instant): boolean {
  return now < expiresAt;
}

/** How long ago a sign-in was begun. */
export function begunAgoMs({ expiresAt }: { expiresAt: Instant }, now: Instant): number {
  return now - (expiresAt - LOGIN_MS);
}
