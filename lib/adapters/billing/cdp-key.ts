import { createPrivateKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Instant } from '../../domain/instant.ts';
import type { KeptSecret } from '../../domain/kept-secret.ts';
import { secondsOf } from '../../domain/billing/payment.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../clock.ts';
import { loadOnce } from '../load-once.ts';
import { keptText } from '../secrets.ts';

/** An API key of the Coinbase Developer Platform. */
export interface CdpKey {
  id: string;
  privateKey: KeyObject;
}

const TOKEN_SEC = 120;
/** Seed and public key. */
const ED25519_BYTES = 64;

/** The headers by which the facilitator of the Coinbase Developer Platform knows us; the key is read with the first call. */
export function cdpAuthorization(
  kept: KeptSecret,
  config: Pick<Config, 'region'>,
  clock: Clock,
): (url: string) => Promise<{ authorization: string }> {
  const load = loadOnce(async () => cdpKeyOf(await keptText(kept, config)));
  return async (url) => ({ authorization: `Bearer ${cdpToken(await load(), url, clock.now())}` });
}

/**
 * A key as the platform hands it out: JSON with `id` (or `name`) and `privateKey`, which is an Ed25519 key in base64 or
 * an EC key in PEM. Throws one sentence, which repeats nothing of it.
 */
export function cdpKeyOf(text: string): CdpKey {
  const { id, name, privateKey } = fieldsOf(text);
  const keyId = id ?? name;
  if (typeof keyId !== 'string' || keyId === '' || typeof privateKey !== 'string') throw unreadable();
  try {
    return { id: keyId, privateKey: privateKeyOf(privateKey) };
  } catch {
    throw unreadable();
  }
}

/** A token for one POST, of 120 seconds. Source: the platform's JWT authentication. */
export function cdpToken({ id, privateKey }: CdpKey, url: string, now: Instant): string {
  const isEd25519 = privateKey.asymmetricKeyType === 'ed25519';
  const { host, pathname } = new URL(url);
  const nowSec = Number(secondsOf(now));
  const header = {
    alg: isEd25519 ? 'EdDSA' : 'ES256',
    kid: id,
    typ: 'JWT',
    nonce: randomBytes(16).toString('hex'),
  };
  const claims = {
    iss: 'cdp',
    sub: id,
    iat: nowSec,
    nbf: nowSec,
    exp: nowSec + TOKEN_SEC,
    uris: [`POST ${host}${pathname}`],
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = isEd25519
    ? sign(null, Buffer.from(signed), privateKey)
    : sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    throw unreadable();
  }
}

function privateKeyOf(text: string): KeyObject {
  // In JSON by hand, line ends are often written as two characters.
  if (text.includes('-----BEGIN')) return checked(createPrivateKey(text.replaceAll('\\n', '\n')));
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== ED25519_BYTES) throw unreadable();
  const part = (from: number, to: number) => bytes.subarray(from, to).toString('base64url');
  const key = { kty: 'OKP', crv: 'Ed25519', d: part(0, 32), x: part(32, ED25519_BYTES) };
  return createPrivateKey({ key, format: 'jwk' });
}

function checked(key: KeyObject): KeyObject {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type !== 'ed25519' && !(type === 'ec' && details?.namedCurve === 'prime256v1')) throw unreadable();
  return key;
}

/** What the text of a key must be. */
export const CDP_KEY_RULE =
  'JSON with id and privateKey, an Ed25519 key in base64 or an EC key (P-256) in PEM';

function unreadable(): Error {
  return new Error(`The key of the facilitator must be ${CDP_KEY_RULE}.`);
}
