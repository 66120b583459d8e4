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
