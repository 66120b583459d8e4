import { generateKeyPairSync } from 'node:crypto';

/** An API key as the Coinbase Developer Platform hands it out, of Ed25519, and by what its signatures are checked. */
export function cdpKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  return { publicKey, text: JSON.stringify({ id: 'key-1', privateKey: bytes.toString('base64') }) };
}
