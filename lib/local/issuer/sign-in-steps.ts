import { randomInt } from 'node:crypto';
import { sameText } from '../../adapters/ids.ts';
import type { Mailer } from '../../adapters/alerts/mail.ts';
import { authenticatorUri } from '../../domain/accounts/login.ts';
import { markup } from '../../render/markup.ts';
import type { Authenticators } from './authenticators.ts';
import { codePage, emailPage, totpPage } from './issuer-pages.ts';
import { ACR } from './provider-settings.ts';

/** Wrong codes that one sign-in may have; guessing six digits takes more. */
const TRIES = 5;
const EMAIL = /^[^\s@<>",;:\\]{1,64}@[^\s@<>",;:\\]{1,190}$/;

/** How far a person has come: the address is known once a code was mailed to it. */
interface Way {
  email: string | null;
  code: string;
  triesLeft: number;
  isMailProven: boolean;
}

/** What a step shows, or who has signed in and how. */
export type Step =
  | { page: string }
  | { email: string; acr: string; amr: string[] }
  | { refused: 'access_denied' };

export interface SignInSettings {
  mailer: Mailer;
  /** Where the mails of this machine are shown. */
  mailUrl: string;
  authenticators: Authenticators;
}

/** The steps of a sign-in at the issuer of this machine: address, mailed code, and an authenticator's where it is wanted. */
export class SignInSteps {
  readonly #settings: SignInSettings;
  readonly #ways = new Map<string, Way>();

  constructor(settings: SignInSettings) {
    this.#settings = settings;
  }

  /** The page a person is at. */
  page(uid: string): Step {
    return { page: this.#pageOf(this.#wayOf(uid), null) };
  }

  /** Takes what was sent of the page, and goes on. */
  async take(uid: string, sent: URLSearchParams, wantsSecondFactor: boolean): Promise<Step> {
    const way = this.#wayOf(uid);
    if (way.email === null) return { page: await this.#mailCode(way, sent.get('email')?.trim() ?? '') };
    if (!this.#isRight(way, sent.get('code')?.replaceAll(' ', '') ?? '')) {
      way.triesLeft -= 1;
      if (way.triesLeft > 0) return { page: this.#pageOf(way, 'This is not the code.') };
      this.#ways.delete(uid);
      return { refused: 'access_denied' };
    }
    const { authenticators } = this.#settings;
    if ((wantsSecondFactor || authenticators.isEnrolled(way.email)) && !way.isMailProven) {
      way.isMailProven = true;
      return { page: this.#pageOf(way, null) };
    }
    this.#ways.delete(uid);
    if (!way.isMailProven) return { email: way.email, acr: ACR.mail, amr: ['otp'] };
    authenticators.enrol(way.email);
    return { email: way.email, acr: ACR.secondFactor, amr: ['otp', 'mfa'] };
  }

  #isRight({ email, code, isMailProven }: Way, sent: string): boolean {
    if (!isMailProven) return sameText(sent, code);
    return this.#settings.authenticators.isCode(email ?? '', sent);
  }

  async #mailCode(way: Way, email: string): Promise<string> {
    if (!EMAIL.test(email)) return emailPage('Enter an e-mail address such as ana@example.com.');
    way.email = email;
    way.code = String(randomInt(1_000_000)).padStart(6, '0');
    await this.#settings.mailer.send({
      to: email,
      subject: `${way.code} is your Rollcall code`,
      text: `Your code to sign in is ${way.code}. It holds for ten minutes. If you did not ask for it, do nothing.`,
      html: String(
        markup`<p>Your code to sign in is <strong>${way.code}</strong>. It holds for ten minutes.</p>`,
      ),
      unsubscribeUrl: null,
      about: { kind: 'sign-in' },
    });
    return this.#pageOf(way, null);
  }

  #pageOf({ email, isMailProven }: Way, problem: string | null): string {
    if (email === null) return emailPage(problem);
    if (!isMailProven) return codePage(email, this.#settings.mailUrl, problem);
    const { authenticators } = this.#settings;
    if (authenticators.isEnrolled(email)) return totpPage(null, problem);
    const secret = authenticators.keyFor(email);
    const uri = authenticatorUri({ email, key: secret });
    return totpPage({ secret, uri }, problem);
  }

  #wayOf(uid: string): Way {
    const known = this.#ways.get(uid);
    if (known) return known;
    const way: Way = { email: null, code: '', triesLeft: TRIES, isMailProven: false };
    this.#ways.set(uid, way);
    return way;
  }
}
