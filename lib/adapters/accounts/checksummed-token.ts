import { crc32 } from 'node:zlib';
import { inBase62, newToken } from '../ids.ts';

const CHECKSUM_CHARS = 6;

/** A bearer token that ends in a checksum of the rest: a mistyped one is known without looking it up. */
export function newCheckedToken(prefix: string): string {
  return withChecksum(newToken(prefix));
}

/** The same of a token that is derived. */
export function withChecksum(text: string): string {
  return text + checksumOf(text);
}

/** Whether a text ends in the CRC-32 of what stands before, in six base62 characters. */
export function hasChecksum(text: string): boolean {
  return text.slice(-CHECKSUM_CHARS) === checksumOf(text.slice(0, -CHECKSUM_CHARS));
}

function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return inBase62(bytes, CHECKSUM_CHARS);
}
