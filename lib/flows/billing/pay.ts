import { hashOf, sameText } from '../../adapters/ids.ts';
import type { OwnedSpace } from '../../data/accounts/owner-counters.ts';
import { chargesInWords } from '../../domain/billing/x402/payment-options.ts';
import { usdOf, type Bought } from '../../domain/billing/tariff.ts';
import type { Charge } from '../../domain/billing/allowance.ts';
import type { Quote } from '../../domain/billing/quote.ts';
import { required, type Config } from '../../config/config.ts';
import type { Ctx } from '../../runtime/context.ts';
import { Result } from '../../runtime/result.ts';
import { callFingerprint } from '../../runtime/paying.ts';
import { payFromCredit } from './by-credit.ts';
import type { X402Call } from './x402-call.ts';
import { freeOrRefused, refusedPayment, settledBy, type SettledQuote, type Receipt } from './payment.ts';

export type PayingCtx = Pick<
  Ctx,
  'config' | 'origins' | 'route' | 'isDryRun' | 'paying' | 'now' | 'table' | 'log' | 'clock'
>;

/**
 * Settles a quote for the owner of a space, before anything is written. In `dev` billing whatever it costs is let through
 * (SPEC.md "Billing" `mode`). Otherwise what is not free is paid by what the call carries, or refused with 402. A dry run
 * pays nothing.
 */
export function pay(ctx: PayingCtx, quote: Quote, owned: OwnedSpace): SettledQuote | Promise<SettledQuote> {
  const { config, origins, route, paying, isDryRun, now } = ctx;
  const billing = required(config.billing, 'how it charges');
  if (billing.mode === 'dev') return settledBy({ cover: () => {} });
  const till = { billing, resource: origins.base + route.path };
  const { charges } = quote;
  const { payment: header, credit } = paying;
  // A wallet that was refused by a credit pays with the same call, so its payment counts.
  if (header === undefined && credit !== undefined) return payFromCredit(ctx, quote, { token: credit, till });
  if (charges.length === 0 || header === undefined || isDryRun) return freeOrRefused(quote, till);
  return payByHeader(ctx, { header, owned, charges, creditHashOf: null, till, now });
}

/** Has what a call carries as `X-PAYMENT` carried out. */
export async function payByHeader(
  ctx: PayingCtx,
  call: Omit<X402Call, 'fingerprint'>,
): Promise<SettledQuote> {
  refuseClosed(ctx, call);
  const fingerprint = callFingerprint({ ...ctx.paying.call(), ownerId: call.owned.ownerId });
  // Loaded by calls that pay.
  const { payByX402 } = await import('./by-x402.ts');
  return payByX402(ctx, { ...call, fingerprint });
}

/** A rehearsal moves no money, so it is open to those alone who hold its credential. */
function refuseClosed(
  { config, paying }: { config: Pick<Config, 'billing' | 'settlement'>; paying: Ctx['paying'] },
  { charges, till }: Pick<X402Call, 'charges' | 'till'>,
): void {
  if (till.billing.mode !== 'homolog') return;
  const { homologCredentialHash } = required(config.settlement, 'by what payments are checked');
  const sent = paying.credential;
  if (sent !== undefined && homologCredentialHash !== null && sameText(hashOf(sent), homologCredentialHash))
    return;
  const detail =
    sent === undefined
      ? 'This is a rehearsal in test money: send its credential in X-Homolog-Credential with the payment.'
      : 'X-Homolog-Credential is not the credential of this rehearsal.';
  throw refusedPayment('pagamento_invalido', detail, charges, till);
}

/** An answer that says what was charged: in development billing that nothing was, else by a receipt. */
export function charged<B extends object>(
  answer: B | Result<B>,
  { charges, receipt }: { charges: readonly Charge<Bought>[]; receipt: Receipt | null },
) {
  const { body, parts } = answer instanceof Result ? answer : new Result(answer);
  if (receipt === null) return new Result({ ...body, ...billingNote(charges) }, parts);
  return new Result(body, { ...parts, headers: { ...parts.headers, ...receipt } });
}

/** How an answer says that development billing let it through. */
function billingNote(charges: readonly Charge<Bought>[]) {
  if (charges.length === 0) return {};
  return {
    billing: {
      mode: 'dev' as const,
      charges: charges.map((charge) => ({ sku: charge.sku, price_usd: usdOf(charge.micros) })),
      note: `Billing is in development mode, so nothing was charged: ${chargesInWords(charges)}.`,
    },
  };
}
