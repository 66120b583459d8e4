const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why an issuer cannot be used by a service, in one sentence, or null: without TLS anybody on the way could sign in as
 * anybody, so plain HTTP is for an issuer and a service that are both on this machine.
 */
export function refusedIssuer(issuer: string, base: string): string | null {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (url?.protocol === 'https:') return null;
  if (url?.protocol === 'http:' && isLoopback(url) && isLoopback(new URL(base))) return null;
  return `issuer must be an https URL, or a loopback one beside a service on this machine; got ${JSON.stringify(issuer)}.`;
}

/** Whether an issuer that may be used is asked without TLS. */
export function isPlainHttp(issuer: string): boolean {
  return issuer.startsWith('http:');
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.has(hostname);
}
