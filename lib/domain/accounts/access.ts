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

export const SIGN_UP_RULE = 'open, closed, or e-mail domains such as example.com,example.org';
export const ADMINS_RULE = 'e-mail addresses such as ana@example.com,ben@example.com';

const domain = '[a-z0-9-]+(?:\\.[a-z0-9-]+)+';
const DOMAIN = new RegExp(`^${domain}$`, 'i');
const ADDRESS = new RegExp(`^[^\\s@<>",;]+@${domain}$`, 'i');

/** Reads `SIGN_UP_RULE`; undefined for a text that breaks it. */
export function signUpOf(text: string): Access['signUp'] | undefined {
  if (text === 'open' || text === 'closed') return text;
  const domains = listOf(text, DOMAIN);
  return domains && { domains };
}

/** Reads `ADMINS_RULE`; undefined for a text that breaks it. */
export function adminsOf(text: string): string[] | undefined {
  return listOf(text, ADDRESS);
}

/** The entries of a list with commas, when each has the form; blanks around them mean nothing. */
function listOf(text: string, form: RegExp): string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every((entry) => form.test(entry)) ? entries : undefined;
}
