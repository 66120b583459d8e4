import { allowedBy, chargesOf, COUNTED_BY, type Charge, type Usage } from './allowance.ts';
import type { Customer } from './customer.ts';
import type { Sku } from './tariff.ts';

/** How much an owner may have of each; null where there is no end to it. */
export type Ceiling = Readonly<Record<keyof Usage, number | null>>;

/** What a change costs an owner, and how much the owner may have after it so that this stays true. */
export interface Quote {
  charges: readonly Charge[];
  /** Null where there is no end to it; of what is charged, what the owner has and what was asked for. */
  ceiling: Ceiling;
}

export const NO_CEILING: Ceiling = { monitors: null, fast: null, emailAlerts: null };

/** What a trial lifts; e-mail alerts stay priced (SPEC.md "Limits"). */
const LIFTED_BY_TRIAL: readonly Sku[] = ['extra_endpoint', 'fast_interval'];

/** The quote of a change for an owner as it is now. */
export function quoteOf(customer: Customer, asked: Usage): Quote {
  const { usage, slots, tariff, isOnTrial, isUnlimited } = customer;
  if (isUnlimited) return { charges: [], ceiling: NO_CEILING };
  const lifted = new Set<string>([...tariff.gratis, ...(isOnTrial ? LIFTED_BY_TRIAL : [])]);
  const allowed = allowedBy(tariff, slots);
  const charges = chargesOf({ usage, allowed }, asked, tariff.prices).filter(({ sku }) => !lifted.has(sku));
  const charged = new Set<string>(charges.map(({ sku }) => sku));
  const ceiling = Object.entries(COUNTED_BY).map(([sku, of]) => {
    const most = charged.has(sku) ? usage[of] + asked[of] : allowed[of];
    return [of, lifted.has(sku) ? null : most];
  });
  return { charges, ceiling: Object.fromEntries(ceiling) as Ceiling };
}
