import { createHmac } from 'node:crypto';
import type { Clock } from '../../adapters/clock.ts';
import { base32, isTotp } from './totp.ts';

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
