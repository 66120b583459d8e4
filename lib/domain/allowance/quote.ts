import { LIMITS } from '../limits.ts';
import { chargesOf, type AllowanceRequest, type Charge, type Usage } from './allowance.ts';

/** What a change costs an owner, and how much the owner may have after it so that this stays true. */
export interface Quote {
  charges: readonly Charge[];
  /** Null where what is beyond the allowance is charged. */
  ceiling: { monitors: number | null; emailAlerts: number | null };
}

/** The quote of a change for an owner who has `usage` now. */
export function quoteOf(usage: Usage, request: AllowanceRequest): Quote {
  const charges = chargesOf(usage, request);
  const charged = new Set(charges.map(({ sku }) => sku));
  return {
    charges,
    ceiling: {
      monitors: charged.has('extra_endpoint') ? null : LIMITS.freeMonitors,
      emailAlerts: charged.has('email_alert') ? null : LIMITS.freeEmailAlerts,
    },
  };
}
