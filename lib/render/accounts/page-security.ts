// The hashes of the one stylesheet and the one script: fixed, so that nothing is hashed at run time. The tests say the
// new value when a text changes.
const STYLE_HASH = 'sha256-lvBEy0yLoHUBy3ZgHf+4jCdHOAwk7BoZDDLWunIUapg=';
const SCRIPT_HASH = 'sha256-IVDH3Q21z5oeZIgSDVZXYtGHt6TUHhos6KBWI0o5URo=';

const POLICY = [
  `default-src 'none'`,
  `style-src '${STYLE_HASH}'`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
];

const SCRIPTED = [...POLICY, `script-src '${SCRIPT_HASH}'`, `connect-src 'self'`];

/**
 * The headers that the account's pages are sent with. `same-origin`, since a browser that may not name where a form
 * comes from sends `Origin: null` with it, which is refused.
 */
const headersWith = (policy: string[]): Record<string, string> => ({
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
});

/** For pages without the script: what is shown to strangers, and what was refused. */
export const accountPageSecurity = headersWith(POLICY);

/** For pages with the script, which may call this service and nobody else. */
export const scriptedPageSecurity = headersWith(SCRIPTED);
