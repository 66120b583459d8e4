import { hashOf, sameText } from '../adapters/ids.ts';
import { absentCode, CREDENTIALS, kindsFor, waysOf, type CredentialKind, type CredentialName, type Place } from '../contract/credentials.ts'; // prettier-ignore
import { Refusal } from '../contract/errors.ts';
import type { Auth } from '../contract/operation.ts';
import { ownerOfGuestToken } from '../data/owners.ts';
import { cookieOf, type Call } from './call.ts';
import type { Caller } from './context.ts';
import type { ApiDeps } from './deps.ts';
import { monitorReadToken } from './derived-secrets.ts';

/** Finds who holds a credential of the right form, or undefined. `params` are those of the path. */
export type Lookup = (
  deps: ApiDeps,
  token: string,
  params: Readonly<Record<string, string>>,
) => Promise<Caller | undefined>;

/** A kind of credential and how its holder is found. */
export type KnownKind = CredentialKind & { lookup: Lookup };

const LOOKUPS: Record<CredentialName, Lookup> = {
  readToken: async (deps, token, { id }) => {
    const isOurs = id !== undefined && sameText(token, monitorReadToken(await deps.secret(), id));
    return isOurs ? { kind: 'hook', monitorId: id } : undefined;
  },
  guest: async ({ table }, token) => {
    const owner = await ownerOfGuestToken(table, hashOf(token));
    return owner && { kind: 'owner', owner, by: 'guest' };
  },
};

/** Every kind, in the order in which they are believed. */
export const KNOWN_KINDS: Readonly<Record<string, KnownKind>> = {
  readToken: { ...CREDENTIALS.readToken, lookup: LOOKUPS.readToken },
  guest: { ...CREDENTIALS.guest, lookup: LOOKUPS.guest },
};

/** Who acts, and in which part of the request the credential was sent; null when nobody is known. */
export interface Acting {
  caller: Caller;
  place: Place['in'] | null;
}

export const NOBODY: Acting = { caller: { kind: 'nobody' }, place: null };

/**
 * Knows the caller by the operation's declared mode: the first kind that is sent and valid. Throws 401 for a credential
 * that is not, and without one where one is needed.
 */
export async function authenticate(
  deps: ApiDeps,
  auth: Auth,
  call: Call,
  params: Readonly<Record<string, string>>,
  kinds: Readonly<Record<string, KnownKind>> = KNOWN_KINDS,
): Promise<Acting> {
  if (auth === 'none') return NOBODY;
  let refusal: Refusal | undefined;
  for (const kind of kindsFor(auth, kinds)) {
    const sent = sentOf(kind, call);
    if (!sent) continue;
    const caller = kind.form.test(sent.token) && (await kind.lookup(deps, sent.token, params));
    if (caller) return { caller, place: sent.place };
    refusal = new Refusal(kind.codes.invalid, kind.refusal);
    if (!kind.yields) break;
  }
  // An `Authorization` of a form that no kind has is an invalid credential, not an absent one.
  if (!refusal && call.headers['authorization']) refusal = new Refusal('credencial_invalida', UNKNOWN);
  if (refusal) throw refusal;
  if (auth === 'optional') return NOBODY;
  throw new Refusal(absentCode(auth, kinds), waysOf(auth, kinds));
}

const UNKNOWN = 'The credential is unknown or not of this kind.';

/** What a call sends as a credential of a kind, from the first of its places that holds something. */
function sentOf(kind: CredentialKind, call: Call): { token: string; place: Place['in'] } | undefined {
  for (const place of kind.places) {
    const token = tokenAt(place, call)?.trim();
    // Bearers of all kinds share a header: one of another form is another kind's.
    if (token && (place.in !== 'bearer' || kind.form.test(token))) return { token, place: place.in };
  }
  return undefined;
}

function tokenAt(place: Place, call: Call): string | null | undefined {
  switch (place.in) {
    case 'header':
      return call.headers[place.name.toLowerCase()];
    case 'bearer':
      return /^Bearer\s+(\S+)\s*$/i.exec(call.headers['authorization'] ?? '')?.[1];
    case 'query':
      return new URLSearchParams(call.rawQuery).get(place.name);
    case 'cookie':
      return cookieOf(call, place.name);
  }
}
