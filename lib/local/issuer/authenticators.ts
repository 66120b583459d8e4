import { createHmac } from 'node:crypto';
import type { Clock } from '../../adapters/clock.ts';
import { sameText } from '../../adapters/ids.ts';

/** The authenticators of the people of this machine's issuer. Who has one signs in with it only, until it is removed. */
export class Authenticators {
  readonly #secret: string;
  readonly #clock: Clock;
  readonly #enrolled = new Set<string>();

  /** Keys are derived from the secret: the same after a restart, and stored nowhere. */
  constructor(secret: string, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  isEnrolled(email: string): boolean {
    return this.#enrolled.has(folded(email));
  }

  /** In base32. */
  keyFor(email: string): string {
    return base32(this.#keyOf(email));
  }

  isCode(email: string, code: string): boolean {
    return isTotp(this.#keyOf(email), code, this.#clock.now() / 1000);
  }

  enrol(email: string): void {
    this.#enrolled.add(folded(email));
  }

  remove(email: string): void {
    this.#enrolled.delete(folded(email));
  }

  #keyOf(email: string): Buffer {
    const mac = createHmac('sha256', this.#secret).update(`own-issuer-totp\0${folded(email)}`);
    return mac.digest().subarray(0, 20);
  }
}

function folded(email: string): string {
  return email.toLowerCase();
}

const STEP_SEC = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator at a time: SHA-1, 30 seconds, six digits (RFC 6238, RFC 4226). */
export function totpAt(key: Buffer, atSec: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atSec / STEP_SEC)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** Whether a code is that of now, or of one step before or after. */
export function isTotp(key: Buffer, code: string, atSec: number): boolean {
  return [-1, 0, 1].some((step) => sameText(code, totpAt(key, atSec + step * STEP_SEC)));
}

/** A key as authenticators take it (RFC 4648). */
export function base32(key: Buffer): string {
  const bits = [...key].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
