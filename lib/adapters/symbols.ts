import { createHmac, randomBytes } from 'node:crypto';
import { sameText } from './ids.ts';

const RANDOM_BYTES = 10;
const SIGNATURE_BYTES = 6;
const SYMBOL = /^[A-Za-z0-9_-]{22}$/;

/**
 * What a machine sends its readings by: 16 bytes in base64url, which are 22 characters. Ten are random, six are their
 * HMAC-SHA-256 under the service secret, so that a text that we did not write is known without reading the table.
 */
export function newSymbol(secret: string): string {
  return signed(secret, randomBytes(RANDOM_BYTES));
}

/** Whether we wrote a symbol, in a time that does not depend on where it is wrong. Each has one spelling. */
export function isSymbol(secret: string, text: string): boolean {
  if (!SYMBOL.test(text)) return false;
  return sameText(text, signed(secret, Buffer.from(text, 'base64url').subarray(0, RANDOM_BYTES)));
}

function signed(secret: string, random: Buffer): string {
  const signature = createHmac('sha256', secret).update('symbol').update(random).digest();
  return Buffer.concat([random, signature.subarray(0, SIGNATURE_BYTES)]).toString('base64url');
}
