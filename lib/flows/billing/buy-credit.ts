import { hashOf } from '../../adapters/ids.ts';
import { Refusal } from '../../contract/errors.ts';
import { creditOfToken, getCredit } from '../../data/billing/credits.ts';
import { getPayment } from '../../data/billing/payments.ts';
import type { Charge } from '../../domain/billing/allowance.ts';
import type { Bought } from '../../domain/billing/tariff.ts';
import type { Credit } from '../../domain/billing/credit.ts';
import { NETWORKS, type Network } from '../../domain/billing/x402/network.ts';
import { parsePayment } from '../../domain/billing/x402/parse-payment.ts';
import { paymentId, type PaymentId } from '../../domain/billing/payment.ts';
import { required } from '../../config/config.ts';
import type { Ctx } from '../../runtime/context.ts';
import { creditToken } from '../../runtime/derived-secrets.ts';
import { homeOf } from '../../runtime/current-owner.ts';
import { payByHeader } from './pay.ts';
import { paymentRefusal, type Receipt, type Till } from './payment.ts';

const CENT_MICROS = 10_000;

/** A credit as it was bought, and by what. */
export interface BoughtCredit {
  credit: Credit;
  payment: PaymentId;
  receipt: Receipt | null;
}

/**
 * Sells credit to an owner, or adds to the credit that the call names. What the same payment bought before is returned
 * again. Throws 401 for an unknown credit, 402 until it is paid, 409 where nothing is charged, 503 while nobody knows.
 */
export async function buyCredit(ctx: Ctx<'owner'>, cents: number): Promise<BoughtCredit> {
  const till = openTill(ctx);
  const { network } = till.billing;
  const topped = await namedCredit(ctx, network);
  const charges: Charge<Bought>[] = [{ sku: 'prepaid_credit', micros: cents * CENT_MICROS }];
  const { payment: header } = ctx.paying;
  if (header === undefined) throw paymentRefusal(charges, till);
  const { owner } = ctx.caller;
  const secret = await ctx.secret();
  const paid = await payByHeader(ctx, {
    header,
    charges,
    till,
    now: ctx.now,
    owned: { ownerId: owner.id, spaceId: homeOf(owner) },
    creditHashOf: (id) => topped?.hash ?? hashOf(creditToken(secret, owner.id, id)),
  });
  await paid.giveAlone();
  const payment = idOfSent(header, network);
  return { credit: await creditOf(ctx, payment), payment, receipt: paid.receipt() };
}

function openTill({ config, origins, route }: Ctx<'owner'>): Till {
  const billing = required(config.billing, 'how it charges');
  if (billing.mode === 'dev' || required(config.allowance, 'what is free').isUnlimited)
    throw new Refusal('nada_a_cobrar', 'This service charges nothing, so there is no credit to buy.');
  return { billing, resource: origins.base + route.path };
}

/** The credit that the call names beside its owner; undefined where it names none. */
async function namedCredit(
  { table, paying }: Pick<Ctx, 'table' | 'paying'>,
  network: Network,
): Promise<Credit | undefined> {
  if (paying.credit === undefined) return undefined;
  const credit = await creditOfToken(table, paying.credit);
  const detail = 'and nothing was charged. Leave it out to buy a new one.';
  if (!credit) throw new Refusal('credencial_invalida', `The credit token is unknown or mistyped, ${detail}`);
  if (credit.network === network) return credit;
  const where = `The credit was paid on ${credit.network}, and payments here are on ${network}`;
  throw new Refusal('credencial_invalida', `${where}, ${detail}`);
}

/** Of a payment that was read before. */
export function idOfSent(header: string, network: Network): PaymentId {
  const read = parsePayment(header);
  if (!read.ok) throw new Error('What was paid by cannot be read.');
  return paymentId(read.value, NETWORKS[network].usdc.address);
}

/** The credit that a payment went to, which need not be the one that a repeated call names. */
async function creditOf({ table }: Pick<Ctx, 'table'>, payment: PaymentId): Promise<Credit> {
  const record = await getPayment(table, payment);
  const credit = record?.creditHash == null ? undefined : await getCredit(table, record.creditHash);
  if (!credit) throw new Error('A payment for credit was given, and there is no credit.');
  return credit;
}
