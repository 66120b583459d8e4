/** What the issuer keeps of people's second factors, beside what its tokens say. */
export interface SecondFactors {
  /** Whether a person could not have signed in just now without one; false where the issuer keeps nothing we may read. */
  areShownBy(subject: string): Promise<boolean>;
  /** Whether the person of an access token has one. Throws as all that follow `IssuerUnavailable` and `EnrolmentRefused`. */
  isEnrolled(accessToken: string): Promise<boolean>;
  /** A new key for the person's authenticator, in base32; it is of no use before a code of it was shown. */
  begin(accessToken: string): Promise<string>;
  /** Makes it the person's second factor; false when it is not a code of the key. */
  finish(accessToken: string, code: string): Promise<boolean>;
  /** Has the person sign in without one again. */
  remove(accessToken: string): Promise<void>;
  /** The same by a right of ours, of a person who has shown a recovery code. */
  removeOf(subject: string): Promise<void>;
}

/** The issuer does not let this person do that, or no longer. */
export class EnrolmentRefused extends Error {
  override readonly name = 'EnrolmentRefused';

  constructor(cause: unknown) {
    super('The issuer refused a step of an enrolment.', { cause });
  }
}
