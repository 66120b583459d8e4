import { MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';

/** For how long a person may be away at the issuer. */
export const LOGIN_MS = 10 * MINUTE_MS;

/** How long ago a sign-in may be that counts as a recent one. */
export const RECENT_SIGN_IN_SEC = 300;

/**
 * Why a person is sent to the issuer: to sign in, to prove anew who it is, where there is a session the person of that, or
 * to prove that by a second factor, or to set one up; or to sign in where a recovery code stood for the second factor.
 */
export type LoginPurpose = 'sign-in' | 'step-up' | 'second-factor' | 'enrol' | 'recovery';

/** Whether a sign-in may still be ended. */
export function isUnderWay({ expiresAt }: { expiresAt: Instant }, now: Instant): boolean {
  return now < expiresAt;
}

/** How long ago a sign-in was begun. */
export function begunAgoMs({ expiresAt }: { expiresAt: Instant }, now: Instant): number {
  return now - (expiresAt - LOGIN_MS);
}

/** Whether a person proved who it is within the last five minutes (SPEC.md "Authentication" 3). */
export function isRecentSignIn({ authTime }: { authTime: Instant }, now: Instant): boolean {
  return now - authTime <= LIMITS.recentSignInSec * 1000;
}

const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,499}$/;

/**
 * Whether a text is a path of this service to which a sign-in may return: one slash first, so that no browser takes what
 * follows for a host, no backslash, which browsers read as a slash, and no further sign-in.
 */
export function isReturnPath(text: string): boolean {
  return PATH.test(text) && !/^\/auth(?:[/?#]|$)/.test(text);
}

/** How long a person has from the sign-in to the code of the new second factor. */
export const ENROLMENT_MS = 5 * MINUTE_MS;

/** Of the codes of authenticators; people read them in two halves. */
export const CODE_FORM = /^\s*\d{3}\s?\d{3}\s*$/;

/** The address by which an authenticator app takes a key, as apps agree on it: SHA-1, six digits, 30 seconds. */
export function authenticatorUri({ email, key }: { email: string; key: string }): string {
  return `otpauth://totp/Rollcall:${encodeURIComponent(email)}?secret=${key}&issuer=Rollcall`;
}
