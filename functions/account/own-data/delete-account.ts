import type { Issuer } from '../../../lib/adapters/accounts/issuer.ts';
import type { catalogue } from '../../../lib/contract/catalogue.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { removeAccount, type GoingAccount } from '../../../lib/data/accounts/owner-removal.ts';
import { getOrganization } from '../../../lib/data/accounts/organizations.ts';
import type { Account, Organization } from '../../../lib/data/owners.ts';
import { retryOnConflict } from '../../../lib/data/retry-on-conflict.ts';
import { isRecentSignIn } from '../../../lib/domain/accounts/login.ts';
import { shown } from '../../../lib/domain/decision.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { ownersOf, roleOf } from '../../../lib/domain/accounts/organization.ts';
import { withoutAccount } from '../../../lib/domain/accounts/organization-people.ts';
import { hashOfAddress, identityHashOf } from '../../../lib/flows/address-hash.ts';
import { endMonitors } from '../../../lib/flows/monitors/end-monitors.ts';
import type { Config } from '../../../lib/config/config.ts';
import type { Ctx, Handle } from '../../../lib/runtime/context.ts';
import { Result } from '../../../lib/runtime/result.ts';
import { accountNow } from '../sessions/live-session.ts';
import { logoutOf, SIGNED_OUT } from '../sessions/end-session.ts';
import type { SessionCtx } from '../organizations/organization-of.ts';

type Delete = typeof catalogue.deleteAccount;

export const deleteAccount =
  (issuer: Issuer): Handle<Delete> =>
  async (ctx, { body }) => {
    await deleteOwnAccount(ctx, body.confirm);
    const logout = await logoutOf(issuer, ctx);
    return new Result({ ok: true, ...(logout !== null && { logout }) }, SIGNED_OUT);
  };

/** Deletes the account of the session. Throws 401, 400 or 409 with nothing written. */
async function deleteOwnAccount(ctx: SessionCtx, confirm: string): Promise<void> {
  const person = recentPerson(ctx, 'Deleting your account');
  await retryOnConflict(async (conflict) => {
    const account = await accountNow(ctx, conflict);
    refuseUnconfirmed(confirm, account.email, 'the e-mail address of your account');
    const going = await goingAccount(ctx, account, person);
    await removeAccount(ctx.table, going);
    await endMonitorsOf(ctx, account);
  });
}

/** So many are removed within a second or two. */
const ENDED_AT_ONCE = 2_000;

/** Nobody is to be alerted of an owner who is gone. What fails, and what is beyond, the eraser does. */
export async function endMonitorsOf({ table, log }: Ctx, { spaces }: Pick<Account, 'spaces'>): Promise<void> {
  try {
    await endMonitors(table, spaces, ENDED_AT_ONCE);
  } catch (error) {
    log.error('erasure_failed', error);
  }
}

/** Who signed in within the last five minutes. Throws 401 where that was longer ago, or an earlier version did not note it. */
export function recentPerson({ caller, now }: SessionCtx, what: string): NonNullable<Person> {
  const { session } = caller;
  if (session.person !== null && isRecentSignIn(session, now)) return session.person;
  const minutes = LIMITS.recentSignInSec / 60;
  throw new Refusal(
    'reauth_required',
    `${what} needs a sign-in within the last ${minutes} minutes; sign in again.`,
  );
}

type Person = SessionCtx['caller']['session']['person'];

/** Throws 400 unless what is to be deleted was typed. */
export function refuseUnconfirmed(confirm: string, expected: string, rule: string): void {
  if (confirm.trim().toLowerCase() === expected.toLowerCase()) return;
  throw new Refusal('invalid_confirmation', `confirm must be ${rule}; got ${shown(confirm)}.`);
}

async function goingAccount(
  ctx: SessionCtx,
  account: Account,
  person: NonNullable<Person>,
): Promise<GoingAccount> {
  const { id, email, spaces, organizations: listed } = account;
  const read = await Promise.all(listed.map((each) => getOrganization(ctx.table, each)));
  const own = read.filter((each) => each !== undefined && roleOf(each, id) !== undefined);
  const organizations = own.flatMap((each) => each ?? []);
  refuseSoleOwner(organizations.filter((each) => ownersOf(each).every((owner) => owner === id)));
  return {
    account,
    erasure: {
      ownerId: id,
      spaces,
      startedAt: ctx.now,
      sweptAt: null,
      account: { person, addressHash: hashOfAddress(email), organizations: listed },
      members: [],
    },
    left: organizations.map((organization) => ({ organization, people: withoutAccount(organization, id) })),
    identityHash: isOfPool(ctx.config, person) ? null : identityHashOf(person),
  };
}

/** Whether a person is removed from a user pool of ours, which the eraser does. */
function isOfPool({ identity }: Config, { issuer }: NonNullable<Person>): boolean {
  return identity !== null && 'userPool' in identity.clientSecret && identity.issuer === issuer;
}

/** Throws 409 for the only owner of organizations, naming them. */
function refuseSoleOwner(organizations: readonly Organization[]): void {
  if (organizations.length === 0) return;
  const names = organizations.map(({ name, id }) => `${shown(name)} (${id})`).join(', ');
  throw new Refusal(
    'sole_owner',
    `You are the only owner of ${names}: make another member an owner first, or delete the organization.`,
  );
}
