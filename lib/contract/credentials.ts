import { COOKIES, COOKIE_SECRET_FORM } from './cookies.ts';
import type { ErrorCode } from './errors.ts';
import { OPERATOR_TOKEN_FORM } from '../domain/statistics/operator/operator-settings.ts';
import type { Auth, Operation } from './operation.ts';

/** Where a credential may stand in a request; `scheme` is what the OpenAPI document calls the place. */
export type CredentialPlace =
  | { in: 'header' | 'query' | 'cookie'; name: string; scheme: string }
  | { in: 'bearer'; scheme: string };

/** A kind of credential: all that is known of it without looking it up. */
export interface CredentialKind {
  /** As a sentence names it. */
  words: string;
  /** The first place that holds one counts. */
  places: readonly [CredentialPlace, ...CredentialPlace[]];
  /** Bearers of several kinds stand in one header: the form says whose it is. */
  form: RegExp;
  /** The modes it satisfies. */
  opens: readonly Auth[];
  codes: {
    absent: ErrorCode;
    invalid: ErrorCode;
    /** When its holder cannot be read; as any fault of ours where nothing is said. */
    unavailable?: ErrorCode;
    /** When its holder may not act for the organization that the call names. */
    acting?: readonly ErrorCode[];
  };
  /** What a caller is told whose credential is not one of ours. */
  refusal: string;
  /** An invalid one counts as absent when another kind is sent beside it; one in a cookie always does. */
  yields?: true;
}

export type CredentialKinds = Readonly<Record<string, CredentialKind>>;

const codes = { absent: 'credencial_ausente', invalid: 'credencial_invalida' } as const;

/**
 * Every kind of credential. Their order is their precedence: an explicit API key goes before a session, a session
 * before a guest token (DECISIONS.md "Owners" 2). Checks, refusal codes, OpenAPI, index text and CORS derive from it.
 */
export const CREDENTIALS = {
  readToken: {
    words: "the monitor's read token (`token` of its creation)",
    places: [
      { in: 'header', name: 'X-Hook-Token', scheme: 'hookHeader' },
      { in: 'query', name: 'token', scheme: 'hookQuery' },
    ],
    form: /^[0-9A-Za-z]{43}$/,
    opens: ['hook'],
    codes,
    refusal: "The monitor token is not this monitor's.",
    yields: true,
  },
  apiKey: {
    words: 'an API key (from the account page)',
    places: [
      { in: 'header', name: 'X-Api-Key', scheme: 'apiKeyHeader' },
      { in: 'bearer', scheme: 'bearer' },
    ],
    // A mangled one too: it is refused, whatever lesser credential stands beside it.
    form: /^mmk_/,
    opens: ['optional', 'owner', 'hook'],
    codes: { ...codes, unavailable: 'auth_unavailable' },
    refusal: 'The API key is unknown, mistyped, revoked or stopped.',
  },
  session: {
    words: 'a session',
    places: [{ in: 'cookie', name: COOKIES.session, scheme: 'sessionCookie' }],
    form: COOKIE_SECRET_FORM,
    opens: ['optional', 'owner', 'session', 'hook'],
    codes: {
      absent: 'invalid_session',
      invalid: 'invalid_session',
      unavailable: 'auth_unavailable',
      acting: ['organization_not_found', 'organization_forbidden'],
    },
    refusal: 'You are not signed in, or the session has ended. Sign in again.',
  },
  guest: {
    words: 'a guest token (from POST /api/guest)',
    places: [
      { in: 'header', name: 'X-Guest-Token', scheme: 'guestHeader' },
      { in: 'bearer', scheme: 'bearer' },
      { in: 'cookie', name: COOKIES.guest, scheme: 'guestCookie' },
    ],
    form: /^hp_[0-9A-Za-z]{43}$/,
    opens: ['optional', 'owner', 'hook'],
    codes,
    refusal: 'The credential is unknown or of another kind.',
  },
  /** The same token where it is itself what is changed: nobody acts by it, and it may just have been rotated. */
  guestItself: {
    words: 'the guest token (from POST /api/guest)',
    places: [
      { in: 'header', name: 'X-Guest-Token', scheme: 'guestHeader' },
      { in: 'bearer', scheme: 'bearer' },
      { in: 'cookie', name: COOKIES.guest, scheme: 'guestCookie' },
    ],
    form: /^hp_[0-9A-Za-z]{43}$/,
    opens: ['guest'],
    codes,
    refusal: 'The guest token is unknown or was rotated.',
  },
  /** Holds money and no monitors: beside an owner's credential it pays, by itself it shows what is left. */
  credit: {
    words: 'a credit token (from POST /api/credit)',
    places: [
      { in: 'header', name: 'X-Credito', scheme: 'creditHeader' },
      { in: 'bearer', scheme: 'bearer' },
    ],
    // A mangled one too.
    form: /^cred_/,
    opens: ['credit'],
    codes,
    refusal: 'The credit token is unknown or mistyped.',
  },
  /** Of the one who runs the deployment, and chose it. It opens statistics and nothing of any owner. */
  operator: {
    words: 'the operator token (set by whoever runs the service)',
    places: [
      { in: 'bearer', scheme: 'bearer' },
      { in: 'query', name: 'key', scheme: 'operatorQuery' },
    ],
    form: OPERATOR_TOKEN_FORM,
    opens: ['operator', 'optionalOperator'],
    codes: { ...codes, unavailable: 'indisponivel' },
    refusal: 'The operator token is wrong.',
  },
} as const satisfies CredentialKinds;

export type CredentialName = keyof typeof CREDENTIALS;

/** The label of a mode in SPEC.md, which is what the index says. */
export const AUTH_LABEL = {
  none: 'none',
  optional: 'none',
  owner: 'guest',
  guest: 'guest',
  session: 'session',
  hook: 'hook',
  credit: 'prepaid credit',
  operator: 'operator',
  optionalOperator: 'none',
} as const satisfies Record<Auth, string>;

/** The kinds that satisfy a mode, by precedence. */
export function kindsFor<K extends CredentialKind>(auth: Auth, kinds: Readonly<Record<string, K>>): K[] {
  return Object.values(kinds).filter(({ opens }) => opens.includes(auth));
}

/** How to send what a mode takes, in one sentence. */
export function waysOf(auth: Auth, kinds: CredentialKinds = CREDENTIALS): string {
  const ways = kindsFor(auth, kinds).map((kind) => `${kind.words} as ${kind.places.map(shown).join(' or ')}`);
  return ways.length === 0 ? 'No credential opens this yet.' : `Send ${ways.join(', or ')}.`;
}

function shown(place: CredentialPlace): string {
  switch (place.in) {
    case 'header':
      return place.name;
    case 'bearer':
      return 'Authorization: Bearer';
    case 'query':
      return `?${place.name}=`;
    case 'cookie':
      return `the cookie ${place.name}`;
  }
}

/** The codes of a call without a credential, and with one of no known kind: those of the kind that is the easiest to get. */
export function plainCodes(auth: Auth, kinds: CredentialKinds = CREDENTIALS): CredentialKind['codes'] {
  return kindsFor(auth, kinds).at(-1)?.codes ?? codes;
}

/** The codes a mode refuses with. */
export function credentialCodes(auth: Auth, kinds: CredentialKinds = CREDENTIALS): ErrorCode[] {
  if (auth === 'none') return [];
  const plain = plainCodes(auth, kinds);
  const known = kindsFor(auth, kinds).map((kind) => kind.codes);
  const unavailable = known.flatMap((each) => each.unavailable ?? []);
  const mayAct = actsForOthers(auth, kinds);
  // Nobody acts for an organization.
  const absent = isOptional(auth) && !mayAct ? [] : [plain.absent];
  const acting = mayAct ? known.flatMap((each) => each.acting ?? []) : [];
  const invalid = known.map((each) => each.invalid);
  return [...new Set([...absent, ...invalid, plain.invalid, ...unavailable, ...acting])];
}

/** Whether nobody may call as well. */
export const isOptional = (auth: Auth): boolean => auth === 'optional' || auth === 'optionalOperator';

/** Whether a caller may act for an organization: looking after one's own account is done by oneself. */
export function actsForOthers(auth: Auth, kinds: CredentialKinds = CREDENTIALS): boolean {
  return auth !== 'session' && kindsFor(auth, kinds).some(({ codes: { acting } }) => acting !== undefined);
}

/**
 * Whether a page of another site could have a browser send the credential of an operation that writes: then the call has
 * to prove that it comes from a page of ours.
 */
export function isForgeable(
  { auth, method }: Pick<Operation, 'auth' | 'method'>,
  kinds: CredentialKinds = CREDENTIALS,
): boolean {
  const places = kindsFor(auth, kinds).flatMap((kind) => kind.places);
  return method !== 'GET' && method !== 'HEAD' && places.some((place) => place.in === 'cookie');
}

/** Header fields in which a credential may stand, as a preflight allows them. */
export function credentialHeaders(kinds: CredentialKinds = CREDENTIALS): string[] {
  const names = Object.values(kinds)
    .flatMap(({ places }) => places)
    .flatMap((place) =>
      place.in === 'bearer' ? ['Authorization'] : place.in === 'header' ? [place.name] : [],
    );
  return [...new Set(names)];
}

/** Whether a query parameter may hold a credential, which no answer repeats. */
export function holdsCredential(parameter: string, kinds: CredentialKinds = CREDENTIALS): boolean {
  return Object.values(kinds)
    .flatMap(({ places }) => places)
    .some((place) => place.in === 'query' && place.name === parameter);
}

/**
 * Whether a page of any other site may call an operation and read the answer. Not where only a cookie opens it, which
 * a browser sends by itself, not where it reads or sets one, and not where it says so.
 */
export function isOpenToSites(
  { auth, cookies, closedToSites }: Pick<Operation, 'auth' | 'cookies' | 'closedToSites'>,
  kinds: CredentialKinds = CREDENTIALS,
): boolean {
  if (closedToSites) return false;
  if (cookies && !cookies.ownPagesOnly) return false;
  const places = kindsFor(auth, kinds).flatMap((kind) => kind.places);
  return auth === 'none' || isOptional(auth) || places.some((place) => place.in !== 'cookie');
}
