import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Instant } from '../domain/instant.ts';

/** From when to when a certificate holds. */
export interface Validity {
  from: Instant;
  to: Instant;
}

/** For how long the certificate holds that is shown at an https origin, whoever signed it; null where none is shown in time. */
export function validityAt(origin: string, timeoutMs: number): Promise<Validity | null> {
  const { hostname: host, port } = new URL(origin);
  const { promise, resolve } = Promise.withResolvers<Validity | null>();
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    // Nothing is sent, and one that has ended or that nobody trusts is looked at too.
    rejectUnauthorized: false,
  });
  const deadline = setTimeout(() => resolve(null), timeoutMs);
  socket.on('secureConnect', () => {
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    resolve({ from: Date.parse(from), to: Date.parse(to) });
  });
  socket.on('error', () => resolve(null));
  return promise.finally(() => {
    clearTimeout(deadline);
    socket.destroy();
  });
}
