import type { ProvenPerson } from '../../../lib/adapters/accounts/issuer-answer.ts';
import { newId } from '../../../lib/adapters/ids.ts';
import { Refusal } from '../../../lib/contract/errors.ts';
import { createAccount, ownerIdOfIdentity, renewEmail } from '../../../lib/data/accounts/accounts.ts';
import { getOwner, type Account } from '../../../lib/data/owners.ts';
import { WriteConflict } from '../../../lib/data/table.ts';
import { maySignUp } from '../../../lib/domain/accounts/access.ts';
import { shown } from '../../../lib/domain/decision.ts';
import { identityHashOf } from '../../../lib/flows/address-hash.ts';
import { required } from '../../../lib/config/config.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** A link that begins the sign-in anew. */
type Retry = { retry: string };

/**
 * The account of a person whose address is confirmed, made at the first sign-in: by issuer and subject, never by the
 * address, which another issuer may give to somebody else. Throws 403 for who is not to have one; nothing is made then.
 */
export async function accountFor(ctx: Ctx, person: ProvenPerson, { retry }: Retry): Promise<Account> {
  const { email, isEmailVerified } = person;
  if (email === null || !isEmailVerified)
    throw new Refusal(
      'email_unconfirmed',
      'Your e-mail address is not confirmed yet. Confirm it where you sign in, then try again.',
      { retry },
    );
  const known = await accountOf(ctx, person);
  if (known) return known.email === email ? known : renewEmail(ctx.table, known, email, ctx.now);
  if (!maySignUp(required(ctx.config.access, 'who may make an account'), email))
    throw new Refusal('sign_up_closed', `This service accepts no new account for ${shown(email)}.`, {
      retry,
    });
  return newAccount(ctx, person, email);
}

/** The account a person has, or undefined before its first sign-in. */
export async function accountOf({ table }: Ctx, person: ProvenPerson): Promise<Account | undefined> {
  const ownerId = await ownerIdOfIdentity(table, identityHashOf(person));
  const owner = ownerId === undefined ? undefined : await getOwner(table, ownerId);
  return owner?.kind === 'account' ? owner : undefined;
}

async function newAccount(ctx: Ctx, person: ProvenPerson, email: string): Promise<Account> {
  const made = { ownerId: newId(), spaceId: newId(), identityHash: identityHashOf(person), email };
  try {
    const name = person.name ?? '';
    return await createAccount(ctx.table, { ...made, name, now: ctx.now });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const other = await accountOf(ctx, person);
    if (other) return other;
    throw new Refusal('auth_unavailable', 'Your account is being deleted. Sign up again in half an hour.');
  }
}
