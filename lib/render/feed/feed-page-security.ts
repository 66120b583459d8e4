// The hash of the page's one stylesheet and one script: fixed, so that nothing is hashed at run time. The tests
// say the new value when a text changes.
const STYLE_HASH = 'sha256-IOD+lS47mLUGavIs6xqfpz4w1eJ28CFnjyAo3p3EAVI=';
const SCRIPT_HASH = 'sha256-zQD2SE+1VuDySLRCX/dzvVLOcXdlmjC2HZWcy8kdvrU=';

const STATUS_STYLE_HASH = 'sha256-VvS+8QFSRPKjm37Y6luiqPXdxV2EiRqrRAWv6PosS/U=';

const policyOf = (styleHash: string) =>
  [
    `default-src 'none'`,
    `style-src '${styleHash}'`,
    `script-src '${SCRIPT_HASH}'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/**
 * The headers `feedPage` is sent with. `connect-src 'self'` lets the page fetch itself anew; the address is a
 * secret, so it travels in no Referer and is kept out of search engines.
 */
export const feedPageSecurity: Record<string, string> = {
  'content-security-policy': policyOf(STYLE_HASH),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Those of `statusPage`, which search engines may list where its owner says so. */
export function statusPageSecurity({ isIndexed }: { isIndexed: boolean }): Record<string, string> {
  const { 'x-robots-tag': robots = '', ...others } = feedPageSecurity;
  return {
    ...others,
    'content-security-policy': policyOf(STATUS_STYLE_HASH),
    ...(!isIndexed && { 'x-robots-tag': robots }),
  };
}
