import { gunzipped } from '../../lib/adapters/machines/unpacked.ts';
import { UNPACKED_MAX_BYTES } from '../../lib/adapters/machines/wire.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { contentTypeOf, type Call } from '../../lib/runtime/call.ts';

/** The bytes of a push, which may be in gzip. Throws 415 for another encoding, `WireError` for what does not unpack. */
export function unpackedBody(call: Pick<Call, 'headers' | 'body'>): Buffer {
  const bytes = call.body.bytes();
  const encoding = contentEncodingOf(call);
  if (encoding === '') return bytes;
  if (encoding !== 'gzip') throw unsupported(`Content-Encoding must be gzip or absent; got ${encoding}.`);
  // A gateway may have unpacked it, and passed the header on.
  return isGzip(bytes) ? gunzipped(bytes, UNPACKED_MAX_BYTES) : bytes;
}

/** In lower case; empty where the body is as it is. */
export function contentEncodingOf({ headers }: Pick<Call, 'headers'>): string {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  return encoding === 'identity' ? '' : encoding;
}

/** Throws 415 where a body is of another content type. */
export function refuseOtherTypes(call: Pick<Call, 'headers'>, ...types: readonly string[]): void {
  const type = contentTypeOf(call);
  if (!types.includes(type))
    throw unsupported(`Content-Type must be ${types.join(' or ')}; got ${type || 'none'}.`);
}

export function unsupported(detail: string): Refusal {
  return new Refusal('tipo_nao_suportado', detail);
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
