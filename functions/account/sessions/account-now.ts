import { Refusal } from '../../../lib/contract/errors.ts';
import { getOwner, type Account } from '../../../lib/data/owners.ts';
import type { WriteConflict } from '../../../lib/data/table.ts';
import type { Ctx } from '../../../lib/runtime/context.ts';

/** The account of a session, after a conflict as it is now. Throws 401 when all its sessions have ended since. */
export async function accountNow(
  { table, caller }: Ctx<'session'>,
  conflict: WriteConflict | undefined,
): Promise<Account> {
  const account = conflict ? await getOwner(table, caller.owner.id) : caller.owner;
  if (account?.kind === 'account' && account.epoch === caller.session.epoch) return account;
  throw new Refusal('invalid_session', 'The session has ended; sign in again.');
}
