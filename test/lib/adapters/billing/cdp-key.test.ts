import { generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { expect, it } from 'vitest';
import { cdpAuthorization, cdpKeyOf, cdpToken } from '../../../../lib/adapters/billing/cdp-key.ts';
import { cdpKey } from '../../../support/money/cdp-key.ts';
import { PAY_AT } from '../../../support/money/payment-builder.ts';

const URL = 'https://api.cdp.example/platform/v2/x402/settle';
const config = { region: 'us-east-1' };

function p256(type: 'sec1' | 'pkcs8') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type, format: 'pem' }).toString();
  return { publicKey, pem };
}

function partsOf(token: string) {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const json = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return {
    header: json(header),
    claims: json(claims),
    signed: Buffer.from(`${header}.${claims}`),
    signature: Buffer.from(signature, 'base64url'),
  };
}

function isSignedBy(token: string, key: KeyObject): boolean {
  const { signed, signature } = partsOf(token);
  return key.asymmetricKeyType === 'ed25519'
    ? verify(null, signed, key, signature)
    : verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

it('an Ed25519 key signs a token for one URL, of 120 seconds', () => {
  const { publicKey, text } = cdpKey();
  const token = cdpToken(cdpKeyOf(text), URL, PAY_AT);
  const { header, claims } = partsOf(token);
  const nowSec = PAY_AT / 1000;

  expect(header).toEqual({
    alg: 'EdDSA',
    kid: 'key-1',
    typ: 'JWT',
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(claims).toEqual({
    iss: 'cdp',
    sub: 'key-1',
    iat: nowSec,
    nbf: nowSec,
    exp: nowSec + 120,
    uris: ['POST api.cdp.example/platform/v2/x402/settle'],
  });
  expect(isSignedBy(token, publicKey)).toBe(true);
  expect(partsOf(cdpToken(cdpKeyOf(text), URL, PAY_AT)).header['nonce']).not.toBe(header['nonce']);
});

it('an EC key in PEM does too, also with line ends of two characters and under its older name', () => {
  for (const type of ['sec1', 'pkcs8'] as const) {
    const { publicKey, pem } = p256(type);
    for (const privateKey of [pem, pem.replaceAll('\n', '\\n')]) {
      const token = cdpToken(cdpKeyOf(JSON.stringify({ name: 'organizations/1', privateKey })), URL, PAY_AT);
      expect(partsOf(token).header).toMatchObject({ alg: 'ES256', kid: 'organizations/1' });
      expect(isSignedBy(token, publicKey)).toBe(true);
    }
  }
});

it('what is no key is refused with a sentence that does not repeat it', () => {
  const { pem: other } = {
    pem: generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
      .privateKey.export({ type: 'sec1', format: 'pem' })
      .toString(),
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const short = Buffer.alloc(63, 0x42).toString('base64');
  const sentence =
    'The key of the facilitator must be JSON with id and privateKey, an Ed25519 key in base64 or an EC key (P-256) in PEM.';

  for (const text of [
    '',
    'planted-secret',
    'null',
    '[]',
    JSON.stringify({ id: 'a' }),
    JSON.stringify({ privateKey: short }),
    ...[short, other, String(rsa), '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----', 7].map(
      (privateKey) => JSON.stringify({ id: 'a', privateKey }),
    ),
  ])
    expect(() => cdpKeyOf(text)).toThrow(new Error(sentence));
});

it('is read from where it is kept, with the first call', async () => {
  const { publicKey, text } = cdpKey();
  const authorize = cdpAuthorization({ text }, config, { now: () => PAY_AT });
  const { authorization } = await authorize(URL);

  expect(authorization).toMatch(/^Bearer /);
  expect(isSignedBy(authorization.slice('Bearer '.length), publicKey)).toBe(true);
  await expect(cdpAuthorization({ text: '{}' }, config, { now: () => PAY_AT })(URL)).rejects.toThrow(
    'The key of',
  );
});
