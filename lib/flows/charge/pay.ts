import type { Charge } from '../../domain/allowance/allowance.ts';
import { chargesInWords } from '../../domain/allowance/payment-options.ts';
import { usdOf } from '../../domain/allowance/tariff.ts';
import type { Quote } from '../../domain/allowance/quote.ts';
import { told } from '../../runtime/config.ts';
import type { Ctx } from '../../runtime/context.ts';
import { freeOrRefused, settledBy, type Payment } from './payment.ts';

/**
 * Settles a quote, before anything is written. In `dev` billing whatever it costs is let through (SPEC.md "Billing"
 * `mode`); otherwise nothing can pay yet, so what is not free is refused with 402. A dry run settles too, so what moves
 * money must not do so in one.
 */
export function pay(
  { config, origins, route }: Pick<Ctx, 'config' | 'origins' | 'route'>,
  quote: Quote,
): Payment {
  const billing = told(config.billing, 'how it charges');
  return billing.mode === 'dev'
    ? settledBy({ cover: () => {}, rows: [] })
    : freeOrRefused(quote, { billing, resource: origins.base + route.path });
}

/** How an answer says that development billing let it through. */
export function billingNote(charges: readonly Charge[]) {
  if (charges.length === 0) return {};
  return {
    billing: {
      mode: 'dev' as const,
      charges: charges.map((charge) => ({ sku: charge.sku, price_usd: usdOf(charge.micros) })),
      note: `Billing is in development mode, so nothing was charged: ${chargesInWords(charges)}.`,
    },
  };
}
