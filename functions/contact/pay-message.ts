import { hashOf } from '../../lib/adapters/ids.ts';
import { creditItems, creditOfToken, getCredit } from '../../lib/data/billing/credits.ts';
import type { TransactItem } from '../../lib/data/table.ts';
import type { Charge } from '../../lib/domain/billing/allowance.ts';
import type { Bought } from '../../lib/domain/billing/tariff.ts';
import type { Credit } from '../../lib/domain/billing/credit.ts';
import type { PaymentId } from '../../lib/domain/billing/payment.ts';
import { idOfSent } from '../../lib/flows/billing/buy-credit.ts';
import { debitOf } from '../../lib/flows/billing/by-credit.ts';
import { payByHeader } from '../../lib/flows/billing/pay.ts';
import { refusedPayment, type Receipt, type Till } from '../../lib/flows/billing/payment.ts';
import { chargesInWords } from '../../lib/domain/billing/x402/payment-options.ts';
import { required } from '../../lib/config/config.ts';
import type { Ctx } from '../../lib/runtime/context.ts';
import { creditToken } from '../../lib/runtime/derived-secrets.ts';
import { termsOf } from '../../lib/runtime/terms.ts';

/** In the place of an owner and a space: who sends a message need not be anybody. No id looks like it. */
const NOBODY = 'contact';

/** What a message is paid from: a credit that there is, or the one that its payment made for it alone. */
export interface Fund {
  read: () => Promise<Credit | undefined>;
  charges: readonly Charge<Bought>[];
  till: Till;
  /** What the answer says of the payment; null of a credit that there was. */
  receipt: Receipt | null;
  isForThisAlone: boolean;
}

/** What a message costs: nothing but where an agent sends it as a tool (DECISIONS.md "Owners" 9). */
export function priceOf(ctx: Pick<Ctx, 'config' | 'from' | 'now'>): Charge<Bought>[] {
  if (ctx.from?.via !== 'mcp') return [];
  const { tariff, isUnlimited } = termsOf(ctx);
  if (isUnlimited || tariff.gratis.includes('agent_contact')) return [];
  return [{ sku: 'agent_contact', micros: tariff.prices.agent_contact }];
}

/**
 * Has a message paid for before anything of it is written; null where nothing is to be paid. A payment makes a credit whose
 * token nobody is told, so that what was settled is there for a repeat of the call, whatever becomes of this one. Throws 402
 * until it is paid, 503 while nobody knows.
 */
export async function fundOf(ctx: Ctx, charges: readonly Charge<Bought>[]): Promise<Fund | null> {
  const { table, config, origins, route, paying, now } = ctx;
  const billing = required(config.billing, 'how it charges');
  if (charges.length === 0 || billing.mode === 'dev') return null;
  const till = { billing, resource: origins.base + route.path };
  const { payment: header, credit: token } = paying;
  if (header === undefined && token === undefined) throw unpaid(charges, till);
  if (header === undefined) {
    const read = () => creditOfToken(table, token ?? '');
    debitOf(await read(), charges, till, now);
    return { read, charges, till, receipt: null, isForThisAlone: false };
  }
  const secret = await ctx.secret();
  const hashOfPaid = (id: PaymentId) => hashOf(creditToken(secret, NOBODY, id));
  const owned = { ownerId: NOBODY, spaceId: NOBODY };
  const paid = await payByHeader(ctx, { header, charges, till, now, owned, creditHashOf: hashOfPaid });
  await paid.giveAlone();
  const hash = hashOfPaid(idOfSent(header, billing.network));
  return { read: () => getCredit(table, hash), charges, till, receipt: paid.receipt(), isForThisAlone: true };
}

/** Whether the message of a payment was recorded by an earlier call. */
export async function isSpent({ read, isForThisAlone }: Fund): Promise<boolean> {
  return isForThisAlone && (await read())?.balanceMicros === 0;
}

/** What pays for a message, in the transaction that records it, and what its answer says of that. */
export async function debitFrom(
  { table, now }: Pick<Ctx, 'table' | 'now'>,
  { read, charges, till, isForThisAlone, receipt }: Fund,
): Promise<{ items: TransactItem[]; receipt: Receipt | null }> {
  const credit = await read();
  // What was paid at the price of that time is enough, whatever the price is by now.
  const paid = credit ? [{ sku: 'agent_contact', micros: credit.balanceMicros } as const] : charges;
  const debit = debitOf(credit, isForThisAlone ? paid : charges, till, now);
  const balance = { 'x-credito-balance': String(debit.after.balanceMicros / 1_000_000) };
  return { items: creditItems(table, debit.before, debit), receipt: isForThisAlone ? receipt : balance };
}

function unpaid(charges: readonly Charge<Bought>[], till: Till) {
  const detail = `A message that an agent sends is paid for: ${chargesInWords(charges)}. It is free by POST ${till.resource}.`;
  return refusedPayment('pagamento_necessario', detail, charges, till);
}
