import { creditOfToken } from '../../data/billing/credits.ts';
import type { CreditCaller } from '../context.ts';
import type { CoreDeps } from '../deps.ts';

/** Who holds the token of a prepaid credit. */
export async function creditCaller(
  { table }: Pick<CoreDeps, 'table'>,
  token: string,
): Promise<CreditCaller | undefined> {
  const credit = await creditOfToken(table, token);
  return credit && { kind: 'credit', credit };
}
