import { createCipheriv, createDecipheriv, type Cipheriv, type Decipheriv } from 'node:crypto';
import { deriveKey } from './ids.ts';

const MODE = 'aes-128-ecb';

/**
 * 128 bits, as 32 hex characters, as others of which nobody can tell what they stand for. Whoever makes some up opens what a
 * guess at the bits themselves would.
 */
export function sealed(secret: string, purpose: string, hex: string): string {
  return oneBlock(createCipheriv(MODE, keyOf(secret, purpose), null), hex);
}

/** What was sealed for a purpose; of anything else, other bits. */
export function unsealed(secret: string, purpose: string, hex: string): string {
  return oneBlock(createDecipheriv(MODE, keyOf(secret, purpose), null), hex);
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(deriveKey(secret, purpose), 'base64').subarray(0, 16);
}

/** Of a single block the mode shows nothing: it would only show that two of them are alike. */
function oneBlock(cipher: Cipheriv | Decipheriv, hex: string): string {
  cipher.setAutoPadding(false);
  return cipher.update(hex, 'hex', 'hex') + cipher.final('hex');
}
