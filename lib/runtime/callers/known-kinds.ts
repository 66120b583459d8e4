import { hashOf, sameText, isId } from '../../adapters/ids.ts';
import { CREDENTIALS, type CredentialName } from '../../contract/credentials.ts';
import { ownerOfGuestToken, getOwner, type Account, type Owner } from '../../data/owners.ts';
import { apiKeyCaller } from './api-key.ts';
import type { KnownKind, Lookup } from './authenticate.ts';
import type {
  Caller,
  CreditCaller,
  GuestCaller,
  HookCaller,
  MemberCaller,
  SessionCaller,
} from '../context.ts';
import type { ApiDeps, CoreDeps } from '../deps.ts';
import { sessionCaller } from './session.ts';
import { creditOfToken } from '../../data/billing/credits.ts';
import { nextGuestToken } from '../../data/accounts/guest-tokens.ts';
import { getMonitor } from '../../data/monitors/monitors.ts';
import { readShownId } from '../../domain/monitors/monitor-id.ts';
import { hasTail } from '../../data/monitors/public-monitor-id.ts';
import { monitorReadToken } from '../derived-secrets.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { beginTrial } from '../../data/accounts/trials.ts';
import { Refusal } from '../../contract/errors.ts';
import { getOrganization } from '../../data/accounts/organizations.ts';
import { roleOf } from '../../domain/accounts/organization.ts';

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

/** Who holds the token of a prepaid credit. */
async function creditCaller(
  { table }: Pick<CoreDeps, 'table'>,
  token: string,
): Promise<CreditCaller | undefined> {
  const credit = await creditOfToken(table, token);
  return credit && { kind: 'credit', credit };
}

/**
 * Who holds a guest token, or held it until it was rotated: the latter may hear that answer again. Opens nothing but the
 * rotation itself.
 */
async function guestCaller(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  token: string,
): Promise<GuestCaller | undefined> {
  const tokenHash = hashOf(token);
  const owner = await ownerOfGuestToken(table, tokenHash);
  if (owner?.kind === 'guest') return { kind: 'guest', tokenHash, ownerId: owner.id };
  const nextHash = await nextGuestToken(table, tokenHash, clock.now());
  return nextHash === undefined ? undefined : { kind: 'rotated', tokenHash, nextHash };
}

/**
 * Who holds the read token of the monitor of a path. Which version of it is good stands on the monitor, so that is read
 * here, and not again by the operation. A token of no monitor is told from a wrong one as little as ever.
 */
async function hookCaller(
  deps: Pick<ApiDeps, 'table' | 'secret'>,
  token: string,
  { id }: Readonly<Record<string, string>>,
): Promise<HookCaller | undefined> {
  const shown = id === undefined ? undefined : readShownId(id);
  if (id === undefined || shown === undefined) return undefined;
  const [secret, read] = await Promise.all([deps.secret(), getMonitor(deps.table, shown.id)]);
  const isOurs = sameText(token, monitorReadToken(secret, shown.id, read?.tokenVersion ?? 1));
  const monitor = read && hasTail(read, shown) ? read : undefined;
  return isOurs ? { kind: 'hook', monitorId: id, monitor } : undefined;
}

/** An account that acts as an owner: its trial begins with the first time it does (DECISIONS.md "Owners" 4). */
export function withBegunTrial(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  account: Account,
): Account | Promise<Account> {
  if (account.trialStartedAt !== null) return account;
  return retryOnConflict(async (conflict) => {
    const known = conflict ? await getOwner(table, account.id) : account;
    // Begun by another call, or gone: then what it asks for finds nothing of its own.
    if (known?.kind !== 'account' || known.trialStartedAt !== null)
      return known?.kind === 'account' ? known : account;
    return { ...known, trialStartedAt: await beginTrial(table, known, clock.now()) };
  });
}

/**
 * A person as a member of the organization that it wants to act for. Throws 404 for an organization of others as for one
 * that there is not, 403 for one that is switched off.
 */
export async function asMember(
  { table }: Pick<CoreDeps, 'table'>,
  { owner: member, session }: Pick<SessionCaller, 'owner' | 'session'>,
  organizationId: string,
): Promise<MemberCaller> {
  const organization = isId(organizationId) ? await getOrganization(table, organizationId) : undefined;
  if (!organization || roleOf(organization, member.id) === undefined) throw noMember();
  if (organization.enabled) return { kind: 'owner', owner: organization, by: 'session', session, member };
  throw new Refusal('organization_forbidden', 'The organization is switched off; an owner can switch it on.');
}

/** Throws 404 where a credential that acts for one owner alone is sent for another. */
export function refuseOther({ id }: Owner, organizationId: string): void {
  if (id !== organizationId) throw noMember();
}

function noMember(): Refusal {
  return new Refusal(
    'organization_not_found',
    'X-Organization must be the id of an organization you are a member of, sent with your session.',
  );
}
