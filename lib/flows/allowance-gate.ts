import { Refusal } from '../contract/errors.ts';
import { countItem, type Owner } from '../data/owners.ts';
import type { TransactItem } from '../data/table.ts';
import { chargesOf, type AllowanceRequest, type Charge } from '../domain/allowance/allowance.ts';
import { chargesInWords, paymentOptions } from '../domain/allowance/payment-options.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Config } from '../runtime/config.ts';
import type { CoreDeps } from '../runtime/deps.ts';

/** What a change costs, and the write that holds the allowance under simultaneous calls. */
export interface AllowanceResult {
  charges: Charge[];
  item: ReturnType<typeof countItem>;
}

/**
 * Lets a change through the allowance or refuses it with 402. What was decided to be free carries its ceiling into
 * the transaction; in `dev` billing what costs goes through uncounted against it (SPEC.md "Billing" `mode`).
 */
export function checkAllowance(
  { table, config }: Pick<CoreDeps, 'table' | 'config'>,
  owner: Owner,
  spaceId: string,
  request: AllowanceRequest,
): AllowanceResult {
  const charges = chargesOf(owner, request);
  if (charges.length > 0 && config.billingMode === 'live') throw paymentRequired(charges, config);
  const charged = new Set(charges.map((charge) => charge.sku));
  const item = countItem(table, { ownerId: owner.id, spaceId }, request, {
    monitors: charged.has('extra_endpoint') ? null : LIMITS.freeMonitors,
    emailAlerts: charged.has('email_alert') ? null : LIMITS.freeEmailAlerts,
  });
  return { charges, item };
}

/** For what cannot be paid on the spot, such as a job's first ping: free, or refused in every billing mode. */
export function freeOrRefused(
  { table, config }: Pick<CoreDeps, 'table' | 'config'>,
  owner: Owner,
  spaceId: string,
  request: AllowanceRequest,
): TransactItem {
  const charges = chargesOf(owner, request);
  if (charges.length > 0) throw paymentRequired(charges, config);
  return countItem(table, { ownerId: owner.id, spaceId }, request, {
    monitors: LIMITS.freeMonitors,
    emailAlerts: LIMITS.freeEmailAlerts,
  });
}

/** The 402 of SPEC.md "Errors" 3. */
export function paymentRequired(charges: readonly Charge[], config: Config): Refusal {
  const accepts = paymentOptions(charges, config.baseUrl, '');
  return new Refusal(
    'pagamento_necessario',
    `This goes beyond the free allowance: ${chargesInWords(charges)}.`,
    { accepts },
  );
}

/** How an answer says that development billing let it through. */
export function billingNote(charges: readonly Charge[]) {
  if (charges.length === 0) return {};
  return {
    billing: {
      mode: 'dev' as const,
      charges: charges.map((charge) => ({ sku: charge.sku, price_usd: charge.priceUsd })),
      note: `Billing is in development mode, so nothing was charged: ${chargesInWords(charges)}.`,
    },
  };
}
