import { MINUTE_MS } from '../calendar.ts';
/** The values by which an issuer tells that a second factor was shown. */
export interface SecondFactorSigns {
  acr: readonly string[];
  amr: readonly string[];
}

/**
 * Whether an issuer said that a person showed a second factor (OpenID Connect Core, section 2; RFC 8176). What it does not
 * say did not happen.
 */
export function showedSecondFactor(
  { acr, amr }: { acr: string | null; amr: readonly string[] },
  signs: SecondFactorSigns,
): boolean {
  return (acr !== null && signs.acr.includes(acr)) || amr.some((method) => signs.amr.includes(method));
}

/** The time of a proof is cut to a second, and clocks differ a little. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/**
 * Whether it may be asked what the issuer keeps of a person, where its token does not say how it signed in. Only of who
 * proved it in this sign-in: a session at the issuer may be older than the second factor.
 */
export function mayAskRecord(
  { isHowUnsaid, authAgeMs }: { isHowUnsaid: boolean; authAgeMs: number },
  begunAgoMs: number,
): boolean {
  return isHowUnsaid && authAgeMs <= begunAgoMs + CLOCKS_DIFFER_MS;
}
