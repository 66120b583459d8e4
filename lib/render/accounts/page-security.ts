// The hash of the one stylesheet: fixed, so that nothing is hashed at run time. A test says the new value when it changes.
const STYLE_HASH = 'sha256-Y4GpQkVquKYgaJwlTrRJ36M6U4Nve9iRkCuCIjnVguw=';

const POLICY = [
  `default-src 'none'`,
  `style-src '${STYLE_HASH}'`,
  `img-src data:`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
];

/**
 * The headers that the account's pages are sent with. `same-origin`, since a browser that may not name where a form
 * comes from sends `Origin: null` with it, which is refused.
 */
export const accountPageSecurity: Record<string, string> = {
  'content-security-policy': POLICY.join('; '),
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
};
