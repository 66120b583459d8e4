import { accepted, refused, shown, type Decision } from '../../decision.ts';
import type { Payment } from '../payment.ts';

/** What of X-PAYMENT cannot be read. */
export type UnreadablePayment = 'too_long' | 'not_base64' | 'not_json' | 'version' | 'scheme' | 'field';

type Read<T> = Decision<T, UnreadablePayment>;
type Fields = Record<string, unknown>;

/** A wallet's header has 650 characters; signatures of smart wallets are longer. */
export const PAYMENT_HEADER_MAX_CHARS = 8_192;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HEX = { address: 20, nonce: 32 } as const;
/** 2^256 has 78 digits. */
const UINT = /^(0|[1-9][0-9]{0,77})$/;
const UINT_MAX = (1n << 256n) - 1n;
const KEY_SIGNATURE_BYTES = 65;

/**
 * The payment in an `X-PAYMENT` header (x402 version 1: JSON in base64). Refuses whatever else it is, in one sentence,
 * which repeats nothing of a signature.
 */
export function parsePayment(header: string): Read<Payment> {
  if (header.length > PAYMENT_HEADER_MAX_CHARS)
    return refused(
      'too_long',
      `X-PAYMENT must have at most ${PAYMENT_HEADER_MAX_CHARS} characters; it has ${header.length}.`,
    );
  if (!BASE64.test(header)) return refused('not_base64', 'X-PAYMENT must be base64 of JSON.');
  const root = jsonIn(header);
  if (root === null)
    return refused('not_json', 'X-PAYMENT must be base64 of a JSON object; what it holds is none.');
  if (root['x402Version'] !== 1)
    return refused('version', `x402Version in X-PAYMENT must be 1; it is ${shown(root['x402Version'])}.`);
  if (root['scheme'] !== 'exact')
    return refused('scheme', `scheme in X-PAYMENT must be "exact"; it is ${shown(root['scheme'])}.`);
  return paymentIn(root);
}

function jsonIn(header: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(Buffer.from(header, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function paymentIn(root: Fields): Read<Payment> {
  const payload = fieldsOf(root['payload']);
  const fields = fieldsOf(payload?.['authorization']);
  if (!payload || !fields) return wrong('payload', 'an object with signature and authorization');
  const network = textOf(root['network']);
  if (network === null) return wrong('network', 'the name of a network');
  const signature = signatureOf(payload['signature']);
  if (signature === null)
    return wrong('payload.signature', `0x and hex digits, of ${KEY_SIGNATURE_BYTES} bytes or more`);
  const [from, to] = [hexOf(fields['from'], HEX.address), hexOf(fields['to'], HEX.address)];
  if (from === null) return wrong('payload.authorization.from', ADDRESS);
  if (to === null) return wrong('payload.authorization.to', ADDRESS);
  const nonce = hexOf(fields['nonce'], HEX.nonce);
  if (nonce === null) return wrong('payload.authorization.nonce', '0x and 64 hex digits');
  const value = uintOf(fields['value']);
  if (value === null) return wrong('payload.authorization.value', NUMBER);
  const [validAfter, validBefore] = [uintOf(fields['validAfter']), uintOf(fields['validBefore'])];
  if (validAfter === null) return wrong('payload.authorization.validAfter', NUMBER);
  if (validBefore === null) return wrong('payload.authorization.validBefore', NUMBER);
  return accepted({
    network,
    signature,
    authorization: { from, to, value, validAfter, validBefore, nonce },
  });
}

const ADDRESS = 'an address: 0x and 40 hex digits';
const NUMBER = 'a whole number from 0 to 2^256 - 1, as text of decimal digits';

function wrong(field: string, rule: string): Read<never> {
  return refused('field', `${field} in X-PAYMENT must be ${rule}.`);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function hexOf(value: unknown, bytes: number): string | null {
  return typeof value === 'string' && isHex(value) && value.length === 2 + bytes * 2
    ? value.toLowerCase()
    : null;
}

function signatureOf(value: unknown): string | null {
  if (typeof value !== 'string' || !isHex(value)) return null;
  return value.length >= 2 + KEY_SIGNATURE_BYTES * 2 && value.length % 2 === 0 ? value.toLowerCase() : null;
}

function isHex(text: string): boolean {
  return /^0x[0-9a-fA-F]*$/.test(text);
}

function uintOf(value: unknown): bigint | null {
  if (typeof value !== 'string' || !UINT.test(value)) return null;
  const number = BigInt(value);
  return number <= UINT_MAX ? number : null;
}
