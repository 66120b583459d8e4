/** How long a person has from the sign-in to the code of the new second factor. */
export const ENROLMENT_MS = 5 * 60_000;

/** Of the codes of authenticators; people read them in two halves. */
export const CODE_FORM = /^\s*\d{3}\s?\d{3}\s*$/;

/** The address by which an authenticator app takes a key, as apps agree on it: SHA-1, six digits, 30 seconds. */
export function authenticatorUri({ email, key }: { email: string; key: string }): string {
  return `otpauth://totp/Rollcall:${encodeURIComponent(email)}?secret=${key}&issuer=Rollcall`;
}
