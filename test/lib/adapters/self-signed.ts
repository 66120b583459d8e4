import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate that nobody but the test that asks for it has reason to trust. */
export interface Credentials {
  key: string;
  cert: string;
}

/** From 2020 to 2049, in UTC. */
const LONG = ['200101000000Z', '491231235959Z'] as const;

/** A certificate for a host name, its own authority (X.509 v3, DER by hand). */
export function selfSigned(host: string, valid: readonly [from: string, to: string] = LONG): Credentials {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = certificateBody(host, publicKey, valid);
  const signature = sign('sha256', body, privateKey);
  const der = tlv(0x30, body, ECDSA_SHA256, tlv(0x03, Buffer.from([0]), signature));
  const base64 = der.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

const ECDSA_SHA256 = tlv(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');

function certificateBody(host: string, publicKey: KeyObject, valid: readonly string[]): Buffer {
  const name = tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, tlv(0x0c, Buffer.from(host)))));
  const validity = tlv(0x30, ...valid.map((at) => tlv(0x17, Buffer.from(at))));
  const altNames = tlv(0x30, SUBJECT_ALT_NAME, tlv(0x04, tlv(0x30, tlv(0x82, Buffer.from(host)))));
  const isAuthority = tlv(0x30, tlv(0x01, Buffer.from([0xff])));
  const constraints = tlv(0x30, BASIC_CONSTRAINTS, tlv(0x04, isAuthority));
  return tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(0x30, altNames, constraints)),
  );
}

/** One DER value: tag, length, content. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
