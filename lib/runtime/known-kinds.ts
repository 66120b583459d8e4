import { hashOf, sameText } from '../adapters/ids.ts';
import { CREDENTIALS, type CredentialName } from '../contract/credentials.ts';
import { ownerOfGuestToken } from '../data/owners.ts';
import { withBegunTrial } from '../flows/begun-trial.ts';
import { apiKeyCaller } from './api-key.ts';
import type { KnownKind, Lookup } from './authenticate.ts';
import type { Caller } from './context.ts';
import type { ApiDeps } from './deps.ts';
import { monitorReadToken } from './derived-secrets.ts';
import { sessionCaller } from './session.ts';

const LOOKUPS: Record<CredentialName, Lookup> = {
  readToken: async (deps, token, { id }) => {
    const isOurs = id !== undefined && sameText(token, monitorReadToken(await deps.secret(), id));
    return isOurs ? { kind: 'hook', monitorId: id } : undefined;
  },
  apiKey: apiKeyCaller,
  session: sessionCaller,
  guest: async ({ table }, token) => {
    const owner = await ownerOfGuestToken(table, hashOf(token));
    return owner && { kind: 'owner', owner, by: 'guest' };
  },
};

/** The trial of an account begins with the first time it acts as an owner. */
async function onTrial(deps: ApiDeps, caller: Caller): Promise<Caller> {
  if (caller.kind !== 'owner' || caller.owner.kind !== 'account') return caller;
  return { ...caller, owner: await withBegunTrial(deps, caller.owner) } as Caller;
}

/** Every kind, in the order in which they are believed. Apart, since what nobody needs a credential for loads none. */
export const KNOWN_KINDS: Readonly<Record<CredentialName, KnownKind>> = {
  readToken: { ...CREDENTIALS.readToken, lookup: LOOKUPS.readToken },
  apiKey: { ...CREDENTIALS.apiKey, lookup: LOOKUPS.apiKey, asOwner: onTrial },
  session: { ...CREDENTIALS.session, lookup: LOOKUPS.session, asOwner: onTrial },
  guest: { ...CREDENTIALS.guest, lookup: LOOKUPS.guest },
};
