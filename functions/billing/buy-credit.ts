import { hashOf } from '../../lib/adapters/ids.ts';
import type { catalogue } from '../../lib/contract/catalogue.ts';
import { buyCredit as buy } from '../../lib/flows/billing/buy-credit.ts';
import { homeOf } from '../../lib/runtime/current-owner.ts';
import { creditView } from '../../lib/render/billing/credit-view.ts';
import type { Ctx, Handle } from '../../lib/runtime/context.ts';
import { creditToken } from '../../lib/runtime/derived-secrets.ts';
import { Result, type DerivedFrom } from '../../lib/runtime/result.ts';

export const buyCredit: Handle<typeof catalogue.buyCredit> = async (ctx, { body: { cents } }) => {
  const { credit, payment, receipt } = await buy(ctx, cents);
  const derivedFrom = { spaceId: homeOf(ctx.caller.owner), credit: { payment, hash: credit.hash } };
  const { token } = await creditSecrets(ctx, derivedFrom);
  const answer = { token, topped_up: token === null, cents, ...creditView(credit) };
  // What was paid for is given already, and can be asked for again by the payment.
  return ctx.commit(new Result(answer, { derivedFrom, ...(receipt && { headers: receipt }) }), null);
};

/** The token of a credit that a payment made; null of one that there was, whose token the caller has. */
export async function creditSecrets(
  { secret, caller }: Pick<Ctx<'owner'>, 'secret' | 'caller'>,
  { credit }: DerivedFrom,
): Promise<{ token: string | null }> {
  const token = credit && creditToken(await secret(), caller.owner.id, credit.payment);
  return { token: token !== undefined && hashOf(token) === credit?.hash ? token : null };
}
