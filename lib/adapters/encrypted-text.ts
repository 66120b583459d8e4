import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './ids.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A text that only the holder of a secret of 256 random bits can read: AES-256-GCM under a key of the secret and its
 * purpose, in base64: nonce, tag, text.
 */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The text. Throws for another secret or purpose, and for what was changed. */
export function unseal(secret: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const options = { authTagLength: TAG_BYTES };
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const opened = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), nonce, options);
  opened.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return opened.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + opened.final('utf8');
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(deriveKey(secret, purpose), 'base64');
}
