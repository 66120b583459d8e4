import { LIMITS } from '../limits.ts';
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
  /** How many monitors an owner may have whom nobody asks for money; set where the change goes past that. */
  tooMany?: number;
}

export const NO_CEILING: Ceiling = { monitors: null, fast: null, emailAlerts: null };

/** What a trial lifts; e-mail alerts stay priced (SPEC.md "Limits"). */
const LIFTED_BY_TRIAL: readonly Sku[] = ['extra_endpoint', 'fast_interval'];

/** The quote of a change for an owner as it is now. */
export function quoteOf(customer: Customer, asked: Usage): Quote {
  const { usage, slots, tariff, isOnTrial, isUnlimited, isDev = false } = customer;
  if (isUnlimited) return { charges: [], ceiling: NO_CEILING };
  const lifted = new Set<string>([...tariff.gratis, ...(isOnTrial ? LIFTED_BY_TRIAL : [])]);
  const allowed = allowedBy(tariff, slots);
  const charges = chargesOf({ usage, allowed }, asked, tariff.prices).filter(({ sku }) => !lifted.has(sku));
  const charged = new Set<string>(charges.map(({ sku }) => sku));
  const ceiling = Object.entries(COUNTED_BY).map(([sku, of]) => {
    const most = charged.has(sku) ? usage[of] + asked[of] : allowed[of];
    return [of, lifted.has(sku) ? null : most];
  });
  const quote = { charges, ceiling: Object.fromEntries(ceiling) as Ceiling };
  return isDev || lifted.has('extra_endpoint') ? withEnd(quote, customer, asked) : quote;
}

/** Where nobody pays for monitors there is an end to them all the same: a program that goes wild must not make millions. */
function withEnd(quote: Quote, { usage, slots, tariff }: Customer, asked: Usage): Quote {
  const end = Math.max(LIMITS.unpaidMonitorsMax, allowedBy(tariff, slots).monitors);
  const monitors = Math.min(quote.ceiling.monitors ?? end, end);
  const isTooMany = asked.monitors > 0 && usage.monitors + asked.monitors > end;
  return { ...quote, ceiling: { ...quote.ceiling, monitors }, ...(isTooMany && { tooMany: end }) };
}
