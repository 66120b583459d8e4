import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../../../lib/contract/origin-mark.ts';
import type { TestService } from '../service/service.ts';

/** What every caller of `asCaller` is known by, and what must be kept nowhere. */
export const CALLER = { address: '203.0.113.77', userAgent: 'Planted-Browser/7.7 (X11; of a test)' };
/** Of every e-mail address that somebody gives in a test of what is kept. */
export const PLANTED_DOMAIN = '@planted.example';

/** The same service, called from one address with one browser as by way of the edge. */
export function asCaller(service: TestService): TestService {
  service.core.config.originMark = { text: 'mark' };
  const headers = {
    [ORIGIN_MARK_HEADER]: 'mark',
    [VIEWER_ADDRESS_HEADER]: CALLER.address,
    'x-forwarded-for': CALLER.address,
    'user-agent': CALLER.userAgent,
  };
  const call: TestService['call'] = (method, path, options = {}) =>
    service.call(method, path, { ...options, headers: { ...headers, ...options.headers } });
  return { ...service, call };
}

/** Everything that an item holds, as text, unpacked where it was packed. */
export function textOf(held: unknown): string {
  if (held instanceof Uint8Array) return unpacked(Buffer.from(held));
  if (typeof held !== 'object' || held === null) return String(held);
  return Object.entries(held instanceof Set ? [...held] : held)
    .map(([name, part]) => `${name} ${textOf(part)}`)
    .join('\n');
}

function unpacked(bytes: Buffer): string {
  for (const unpack of [gunzipSync, inflateSync, brotliDecompressSync]) {
    try {
      return unpack(bytes).toString();
    } catch {
      // Packed in another way, or not at all.
    }
  }
  return bytes.toString('latin1');
}
