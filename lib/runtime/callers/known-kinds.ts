import { hashOf } from '../../adapters/ids.ts';
import { CREDENTIALS, type CredentialName } from '../../contract/credentials.ts';
import { ownerOfGuestToken } from '../../data/owners.ts';
import { withBegunTrial } from './start-trial.ts';
import { asMember, refuseOther } from './organization-member.ts';
import { apiKeyCaller } from './api-key.ts';
import type { KnownKind, Lookup } from './authenticate.ts';
import type { Caller } from '../context.ts';
import { creditCaller } from './credit-caller.ts';
import type { ApiDeps } from '../deps.ts';
import { guestCaller } from './guest-caller.ts';
import { hookCaller } from './hook-caller.ts';
import { sessionCaller } from './session.ts';

/** But the operator's token, which no owner holds (`operator-kind.ts`). */
type OwnersKind = Exclude<CredentialName, 'operator'>;

const LOOKUPS: Record<OwnersKind, Lookup> = {
  readToken: hookCaller,
  apiKey: apiKeyCaller,
  session: sessionCaller,
  guest: async ({ table }, token) => {
    const owner = await ownerOfGuestToken(table, hashOf(token));
    return owner?.kind === 'guest' ? { kind: 'owner', owner, by: 'guest' } : undefined;
  },
  guestItself: guestCaller,
  credit: creditCaller,
};

/**
 * A session acts for the organization that the call names, any other credential for its own owner alone. The trial of an
 * account begins with the first time it acts as an owner.
 */
async function asOwner(deps: ApiDeps, caller: Caller, organizationId: string | undefined): Promise<Caller> {
  if (caller.kind !== 'owner') return caller;
  if (organizationId !== undefined) {
    if (caller.by === 'session' && caller.owner.kind === 'account')
      return asMember(deps, { ...caller, owner: caller.owner }, organizationId);
    refuseOther(caller.owner, organizationId);
  }
  if (caller.owner.kind !== 'account') return caller;
  return { ...caller, owner: await withBegunTrial(deps, caller.owner) } as Caller;
}

/** Every kind, in the order in which they are believed. Apart, since what nobody needs a credential for loads none. */
export const KNOWN_KINDS: Readonly<Record<OwnersKind, KnownKind>> = {
  readToken: { ...CREDENTIALS.readToken, lookup: LOOKUPS.readToken },
  apiKey: { ...CREDENTIALS.apiKey, lookup: LOOKUPS.apiKey, asOwner },
  session: { ...CREDENTIALS.session, lookup: LOOKUPS.session, asOwner },
  guest: { ...CREDENTIALS.guest, lookup: LOOKUPS.guest, asOwner },
  guestItself: { ...CREDENTIALS.guestItself, lookup: LOOKUPS.guestItself },
  credit: { ...CREDENTIALS.credit, lookup: LOOKUPS.credit },
};
