import { gunzipSync } from 'node:zlib';
import { WireError } from './wire.ts';

/** A gzip body unpacked, of which never more than `maxBytes` are held. Throws `WireError`. */
export function gunzipped(body: Uint8Array, maxBytes: number): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw new WireError('too_large', `The body must unpack to at most ${maxBytes} bytes.`);
    throw new WireError('malformed', 'The body is not gzip.');
  }
}
