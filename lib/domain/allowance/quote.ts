import { LIMITS } from '../limits.ts';
import { chargesOf, type AllowanceRequest, type Charge, type Sku } from './allowance.ts';
import type { Customer } from './customer.ts';

/** What a change costs an owner, and how much the owner may have after it so that this stays true. */
export interface Quote {
  charges: readonly Charge[];
  /** Null where what is beyond the allowance is charged or lifted. */
  ceiling: { monitors: number | null; emailAlerts: number | null };
}

/** What a trial lifts; e-mail alerts stay priced (SPEC.md "Limits"). */
const LIFTED: ReadonlySet<Sku> = new Set(['extra_endpoint', 'fast_interval']);

/** The quote of a change for an owner as it is now. */
export function quoteOf(customer: Customer, request: AllowanceRequest): Quote {
  const { isOnTrial, isUnlimited } = customer;
  if (isUnlimited) return { charges: [], ceiling: { monitors: null, emailAlerts: null } };
  const charges = chargesOf(customer, request).filter(({ sku }) => !isOnTrial || !LIFTED.has(sku));
  const charged = new Set(charges.map(({ sku }) => sku));
  return {
    charges,
    ceiling: {
      monitors: isOnTrial || charged.has('extra_endpoint') ? null : LIMITS.freeMonitors,
      emailAlerts: charged.has('email_alert') ? null : LIMITS.freeEmailAlerts,
    },
  };
}
