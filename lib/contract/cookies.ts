/** The cookies of the service. All are `__Host-` cookies, out of reach of scripts. */
export const COOKIES = {
  /** Known for as long as a browser keeps it; nobody's identity. CSRF tokens are made of it. */
  browser: '__Host-mm-browser',
  session: '__Host-mm-auth',
  /** The guest token of a browser. */
  guest: '__Host-mm-guest',
} as const;

/** How long a browser is asked to keep what has no end of its own: as long as browsers keep a cookie. */
export const BROWSER_COOKIE_SEC = 400 * 86_400;

/** What the browser and the session cookie hold: 256 random bits in base62. */
export const COOKIE_SECRET_FORM = /^[0-9A-Za-z]{43}$/;

/** The header field in which a page sends its CSRF token. */
export const CSRF_HEADER = 'X-CSRF-Token';

/** The field of a form that holds it instead. */
export const CSRF_FIELD = 'csrf';

/** The header field that tells a page in whose view it is, so that it notices another sign-in. No credential. */
export const CONTEXT_HEADER = 'X-MM-Context';

/** The header field by which a person who signed in acts for an organization (DECISIONS.md "Owners" 2). */
export const ORGANIZATION_HEADER = 'X-Organization';
