import { accepted, refused, type Decision } from '../decision.ts';

const CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X']);
/** `RIFF`, the size of what follows, `WEBP`, and the first chunk's name and size. */
const HEADER_BYTES = 20;

/**
 * A picture that says of itself that it is WebP, from its first bytes to its size (RFC 9649 section 2): browsers are sent
 * it under that type and guess nothing.
 */
export function webpPicture(bytes: Buffer): Decision<Buffer, 'invalid_avatar'> {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (bytes.length < HEADER_BYTES || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP')
    return refused(
      'invalid_avatar',
      `The picture must be WebP; the file starts differently (${bytes.length} bytes).`,
    );
  const told = bytes.readUInt32LE(4) + 8;
  if (told !== bytes.length)
    return refused(
      'invalid_avatar',
      `The picture must be complete: it announces ${told} bytes, and ${bytes.length} arrived.`,
    );
  if (!CHUNKS.has(text(12, 16)) || bytes.readUInt32LE(16) > bytes.length - HEADER_BYTES)
    return refused('invalid_avatar', 'The picture must be WebP; the file contains no picture.');
  return accepted(bytes);
}
