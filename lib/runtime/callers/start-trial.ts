import { getOwner, type Account } from '../../data/owners.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import { beginTrial } from '../../data/accounts/trials.ts';
import type { CoreDeps } from '../deps.ts';

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
