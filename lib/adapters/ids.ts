import type { PeerService } from '../domain/monitors/switch/peers.ts';
import { createHmac, createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Without i, l, o and u, so that an id is never misread and never looks like a word of the API. */
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A monitor id: 26 characters of Crockford base32, 128 random bits (DECISIONS.md "Identifiers"). */
export function newMonitorId(): string {
  return spell(randomBytes(16), CROCKFORD, 26);
}

/** The id of a slug's monitor: as random as the salt it is derived from, and always the same. */
export function slugMonitorId(salt: string, slug: string): string {
  return spell(createHash('sha256').update(`${salt}/${slug}`).digest().subarray(0, 16), CROCKFORD, 26);
}

/**
 * The id of the monitor that another service's token stands for: so it is kept as a hash alone, and found as any other. No salt
 * of a space is one of these names.
 */
export function peerMonitorId(service: PeerService, token: string): string {
  return slugMonitorId(service, token);
}

/** A UUID v4: the id of a device whose owner chose none, and of a check of Healthchecks. */
export function newUuid(): string {
  return randomUUID();
}

/** The id of a channel of an owner, of small letters alone: it stands in keys where `email` and `webhook` do. */
export function newOwnerChannelId<Kind extends 'ch' | 'cm'>(kind: Kind): `${Kind}${string}` {
  return `${kind}${spell(randomBytes(10), LETTERS, 18)}`;
}

/** A code for a sheet of paper: so many characters of five random bits each, none of which is misread for another. */
export function newPaperCode(chars: number): string {
  return spell(randomBytes(Math.ceil((chars * 5) / 8)), CROCKFORD, chars);
}

/** An internal id that nobody needs to guess or read: 22 base62 characters. */
export function newId(): string {
  return spell(randomBytes(16), BASE62, 22);
}

/** Whether a text can be such an id. */
export function isId(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text);
}

/** A short tail that keeps two events of one millisecond apart: the last 48 bits of a UUID, which Node makes in stock. */
export function newTail(): string {
  return Number.parseInt(randomUUID().slice(-12), 16).toString(32).padStart(10, '0');
}

/** A whole number from 0 up to, not with, `count`, which is far below four thousand million. */
export function anyOf(count: number): number {
  return randomBytes(4).readUInt32BE() % count;
}

/** A bearer token: prefix and 256 random bits in base62. */
export function newToken(prefix: string): string {
  return prefix + spell(randomBytes(32), BASE62, 43);
}

/** Bytes as a number in base62, of a fixed width. */
export function inBase62(bytes: Buffer, width: number): string {
  return spell(bytes, BASE62, width);
}

/** SHA-256 in hex: how a token is stored, and what an entity tag is made of. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A token that can be shown again: HMAC-SHA256 of what it stands for under the service secret, in base62. */
export function deriveToken(secret: string, purpose: string, ...parts: (string | number)[]): string {
  return spell(mac(secret, [purpose, ...parts]), BASE62, 43);
}

/** A derived key in base64, as Standard Webhooks spells its secrets. */
export function deriveKey(secret: string, purpose: string, ...parts: (string | number)[]): string {
  return mac(secret, [purpose, ...parts]).toString('base64');
}

/** SHA-1 in hex, where others name something by it; it keeps nothing secret. */
export function sha1Of(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(left).digest(),
    createHash('sha256').update(right).digest(),
  );
}

function mac(secret: string, parts: (string | number)[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}

/** A big-endian number in the digits of an alphabet, padded to a fixed width. */
function spell(bytes: Buffer, alphabet: string, width: number): string {
  const base = BigInt(alphabet.length);
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let place = 0; place < width; place++) {
    text = alphabet.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return text;
}

/** The public id of a monitor in a feed: 24 hex characters, another one after the token is rotated. */
export function rowIdOf(feedToken: string, monitorId: string): string {
  return createHmac('sha256', feedToken).update(monitorId).digest('hex').slice(0, 24);
}
