import { newCheckedToken } from '../../../lib/adapters/accounts/checksummed-token.ts';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { creditItems, getCredit } from '../../../lib/data/billing/credits.ts';
import { transact, type Table } from '../../../lib/data/table.ts';
import type { Charge } from '../../../lib/domain/billing/allowance.ts';
import { debited, emptyCredit, toppedUp, type Credit } from '../../../lib/domain/billing/credit.ts';
import type { Network } from '../../../lib/domain/billing/x402/network.ts';
import { START_AT } from '../service/service.ts';

/** A credit of so many millionths of a dollar, as a purchase leaves it, and its token. */
export async function newCredit(
  table: Table,
  micros: number,
  { network = 'base-sepolia', now: createdAt = START_AT }: { network?: Network; now?: number } = {},
): Promise<{ token: string; hash: string }> {
  const token = newCheckedToken('cred_');
  const hash = hashOf(token);
  const bought = toppedUp(emptyCredit({ hash, network, createdAt }), micros, createdAt);
  await transact(table, creditItems(table, undefined, bought));
  return { token, hash };
}

/** A credit as it is now. Throws where there is none. */
export async function creditOf(table: Table, hash: string): Promise<Credit> {
  const credit = await getCredit(table, hash);
  if (!credit) throw new Error('There is no such credit.');
  return credit;
}

/** Pays charges from a credit, for nothing. */
export async function spend(
  table: Table,
  hash: string,
  charges: readonly Charge[],
  now = START_AT,
): Promise<void> {
  const credit = await creditOf(table, hash);
  const move = debited(credit, charges, now);
  if (!move) throw new Error('The credit does not hold as much.');
  await transact(table, creditItems(table, credit, move));
}
