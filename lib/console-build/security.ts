/**
 * The headers that every document of the console is sent with. Test pings go to the ingest origin, which may be another
 * host. `same-origin`, since a browser that names no referrer sends `Origin: null` with some writes, which is refused.
 */
export function consoleSecurity(ingestOrigin: string): Record<string, string> {
  return {
    'content-security-policy': consolePolicy(ingestOrigin),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** Nothing but the files of the build runs or styles, and nothing but the service is called. */
export function consolePolicy(ingestOrigin: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `connect-src 'self' ${ingestOrigin}`,
    `font-src 'none'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
