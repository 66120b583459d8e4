/** Who may have an account of a deployment (DECISIONS.md "Owners" 10). */
export interface Access {
  /** Anybody, nobody new, or whoever has an address of one of these domains. */
  signUp: 'open' | 'closed' | { domains: readonly string[] };
  /** Addresses that may always sign up. */
  admins: readonly string[];
}

/** A deployment to which nobody said anything about it. */
export const OPEN_ACCESS: Access = { signUp: 'open', admins: [] };

/** Whether a new account may be made for an address that is confirmed. Who has one already is not asked again. */
export function maySignUp({ signUp, admins }: Access, email: string): boolean {
  const address = email.toLowerCase();
  if (admins.some((admin) => admin.toLowerCase() === address)) return true;
  if (typeof signUp === 'string') return signUp === 'open';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return signUp.domains.some((allowed) => allowed.toLowerCase() === domain);
}
