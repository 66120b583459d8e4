import type { Instant } from '../../domain/instant.ts';

/** What a proven answer of an issuer says of a person. */
export interface ProvenPerson {
  /** Who said so. */
  issuer: string;
  /** Who it is among the people of that issuer, for good. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** How long ago the person proved who it is: by the issuer's clock and ours, which no service moves. */
  authAgeMs: number;
  /** How (OpenID Connect Core, section 2). */
  acr: string | null;
  amr: string[];
  /** The token has neither claim, nor is it about a person of another provider, whose factors the issuer does not know. */
  isHowUnsaid: boolean;
}

/** The issuer cannot be asked for a moment, or is not the one that is configured. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** The issuer signed nobody in, or its answer does not hold. */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused';
  /** The issuer's code of why it signed nobody in (RFC 6749, section 4.1.2.1), null where its answer is at fault. */
  readonly issuerCode: string | null;

  constructor(cause: unknown, issuerCode: string | null = null) {
    super('The answer of the issuer was refused.', { cause });
    this.issuerCode = issuerCode;
  }
}

/** Clocks differ by less. */
const AHEAD_MAX_MS = 60_000;

/** The person that the claims of an ID token are about, whose signature, issuer, audience and times hold. */
export function identityOf(claims: Readonly<Record<string, unknown>>, now: Instant): ProvenPerson {
  const {
    iss,
    sub,
    email,
    email_verified: verified,
    name,
    auth_time: authTime,
    acr,
    amr,
    identities,
  } = claims;
  const authAgeMs = now - Number(authTime) * 1000;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !(authAgeMs > -AHEAD_MAX_MS))
    throw new AnswerRefused(new Error('A claim is missing, or auth_time is in the future.'));
  return {
    issuer: iss,
    subject: sub,
    email: textOr(email),
    // Cognito writes it as text where the address came from another provider.
    isEmailVerified: verified === true || verified === 'true',
    name: textOr(name),
    authAgeMs: Math.max(0, authAgeMs),
    acr: textOr(acr),
    amr: Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [],
    isHowUnsaid: [acr, amr, identities].every((claim) => claim === undefined),
  };
}

function textOr(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}

/** What became of a request to the issuer, of the errors of openid-client. */
export function issuerRefusalOf(error: unknown): unknown {
  if (error instanceof AnswerRefused || error instanceof IssuerUnavailable) return error;
  const { name, code, status, error: issuerCode, cause } = error as Record<string, unknown>;
  if (name === 'AuthorizationResponseError') return new AnswerRefused(error, String(issuerCode));
  if (name === 'ResponseBodyError' && Number(status) < 500 && status !== TOO_MANY && !isClientRefused(error))
    return new AnswerRefused(error);
  if (name === 'ClientError' && !NO_ANSWER.has(String(code)) && !(cause instanceof TypeError))
    return new AnswerRefused(error);
  return new IssuerUnavailable('The issuer cannot be asked.', { cause: error });
}

const TOO_MANY = 429;

/** Whether the issuer does not know the service by what it showed (RFC 6749, section 5.2): a fault of ours, not of the person's. */
export function isClientRefused(error: unknown): boolean {
  const { name, error: code } = error as { name?: unknown; error?: unknown };
  // What a browser brings back is not the issuer's word.
  return name === 'ResponseBodyError' && (code === 'invalid_client' || code === 'unauthorized_client');
}

/** Codes of openid-client when no answer came that could be read as one. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'undefined',
]);
