import { ORGANIZATION_HEADER } from '../../contract/cookies.ts';
import {
  actsForOthers,
  isOptional,
  kindsFor,
  plainCodes,
  waysOf,
  type CredentialKind,
  type CredentialPlace,
} from '../../contract/credentials.ts';
import { Refusal } from '../../contract/errors.ts';
import { isOpenToReaders, type Auth, type Operation } from '../../contract/operation.ts';
import type { Call } from '../call.ts';
import type { Caller } from '../context.ts';
import {
  browserSecretOf,
  isAskedHere,
  isWrite,
  refuseForged,
  refuseOtherOrigins,
  viewContextOf,
} from './csrf.ts';
import type { ApiDeps } from '../deps.ts';
import { sentOf, standsWhere, type SentCredential } from './sent-credential.ts';

/** Finds who holds a credential of the right form, or undefined. `params` are those of the path. */
export type Lookup = (
  deps: ApiDeps,
  token: string,
  params: Readonly<Record<string, string>>,
) => Promise<Caller | undefined>;

/** A kind of credential and how its holder is found. */
export type KnownKind = CredentialKind & {
  lookup: Lookup;
  /**
   * Whom the caller acts as, and what follows from acting as an owner, which looking after an account is not. Throws where it
   * may not act for the organization that the call names.
   */
  asOwner?: (deps: ApiDeps, caller: Caller, organizationId: string | undefined) => Promise<Caller>;
  /** Throws 503 where the service knows no credential of the kind, so that none can be right. */
  refuseUnset?: () => void;
};

/** What a credential is to open, and where it stands. */
interface Asked {
  operation: Operation;
  call: Call;
  params: Readonly<Record<string, string>>;
}

/** Who acts, and in which part of the request the credential was sent; null when nobody is known. */
export interface Acting {
  caller: Caller;
  place: CredentialPlace['in'] | null;
  /** What the page of a session knows its view by; null without a session. */
  context: string | null;
}

export const NOBODY: Acting = { caller: { kind: 'nobody' }, place: null, context: null };

/**
 * Knows the caller by the operation's declared mode: the first kind that is sent and valid. Throws 401 for a credential
 * that is not, and without one where one is needed; 403 for a write by a cookie that another site may have had sent.
 */
export async function authenticate(
  deps: ApiDeps,
  asked: Asked,
  kinds: Readonly<Record<string, KnownKind>>,
): Promise<Acting> {
  const { operation, call } = asked;
  const { auth } = operation;
  if (auth === 'none') return NOBODY;
  if (auth === 'session' && isWrite(call)) refuseOtherOrigins(deps.config, call);
  let refusal: Refusal | undefined;
  let stale: Refusal | undefined;
  for (const kind of kindsFor(auth, kinds)) {
    const sent = sentOf(kind, call);
    if (!isOptional(auth) || standsWhere(kind, call)) kind.refuseUnset?.();
    if (!sent) continue;
    const acting = kind.form.test(sent.token) && (await actingBy(deps, kind, sent, asked));
    if (acting) return acting;
    const invalid = new Refusal(kind.codes.invalid, kind.refusal);
    // A browser goes on sending a cookie after its end without being asked.
    if (sent.place === 'cookie') {
      stale ??= invalid;
      continue;
    }
    refusal = invalid;
    if (!kind.yields) break;
  }
  const plain = plainCodes(auth, kinds);
  // An `Authorization` of a form that no kind has is an invalid credential, not an absent one.
  if (!refusal && call.headers['authorization']) refusal = new Refusal(plain.invalid, UNKNOWN);
  if (refusal) throw refusal;
  // Whoever names an organization means to act for it, not to be made a guest because a session has ended.
  if (isOptional(auth) && organizationNamedBy(auth, call) === undefined) return NOBODY;
  throw stale ?? new Refusal(plain.absent, waysOf(auth, kinds));
}

/** Who holds what was sent, undefined for nobody. A cookie that writes has to come from a page of ours. */
async function actingBy(
  deps: ApiDeps,
  kind: KnownKind,
  sent: SentCredential,
  { operation, call, params }: Asked,
): Promise<Acting | undefined> {
  const { auth } = operation;
  const isGuarded = sent.place === 'cookie' && isWrite(call);
  // Before anything is read.
  if (isGuarded) refuseOtherOrigins(deps.config, call);
  const caller = await lookedUp(deps, kind, sent.token, params);
  if (!caller) return undefined;
  if (isReader(caller) && !isOpenToReaders(operation)) throw readOnlyKey(operation);
  const session = caller.kind === 'owner' && caller.by === 'session' ? sent.token : null;
  if (isGuarded) refuseForged(call, session);
  const organizationId = organizationNamedBy(auth, call);
  // A link on another site, which names no organization, makes nobody an owner.
  const isFollowed = sent.place === 'cookie' && !isAskedHere(call) && organizationId === undefined;
  const asOwner = auth === 'session' || isFollowed ? undefined : kind.asOwner;
  const acting = asOwner ? await asOwner(deps, caller, organizationId) : caller;
  const browser = browserSecretOf(call) ?? '';
  return { caller: acting, place: sent.place, context: session && viewContextOf({ browser, session }) };
}

/** Whether somebody calls by a key that only reads. */
export function isReader(caller: Caller): boolean {
  return caller.kind === 'owner' && caller.by === 'api_key' && caller.readOnly;
}

function readOnlyKey({ method, path }: Operation): Refusal {
  return new Refusal(
    'read_only_key',
    `The API key is read-only, and ${method} ${path} does more than read; use a key that can write.`,
  );
}

/** The organization that a call is for, where it may be for one. */
function organizationNamedBy(auth: Auth, { headers }: Call): string | undefined {
  return actsForOthers(auth) ? headers[ORGANIZATION_HEADER.toLowerCase()] : undefined;
}

/** Where accounts cannot be read nobody is taken for signed out, nor for somebody else. */
async function lookedUp(
  deps: ApiDeps,
  { lookup, codes }: KnownKind,
  token: string,
  params: Readonly<Record<string, string>>,
): Promise<Caller | undefined> {
  try {
    return await lookup(deps, token, params);
  } catch (error) {
    if (!codes.unavailable || error instanceof Refusal) throw error;
    deps.log.error('credential_unreadable', error);
    throw new Refusal(codes.unavailable, 'Accounts cannot be read for a moment; repeat the call.');
  }
}

const UNKNOWN = 'The credential is unknown or of another kind.';
