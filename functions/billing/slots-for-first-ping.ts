import { monitorAsSeenItem } from '../../lib/data/monitors/monitors.ts';
import { boughtItem } from '../../lib/data/accounts/owner-counters.ts';
import { transact } from '../../lib/data/table.ts';
import { boughtSlots, type Charge, type Usage } from '../../lib/domain/billing/allowance.ts';
import type { Customer } from '../../lib/domain/billing/customer.ts';
import { quoteOf } from '../../lib/domain/billing/quote.ts';
import type { Decide } from '../../lib/flows/billing/charge.ts';
import { refusedPayment } from '../../lib/flows/billing/payment.ts';
import { firstPing, firstPingTill, type FirstPing } from '../../lib/flows/monitors/first-ping.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';

/** Gives the owner of a key the slots that a monitor would take beyond the allowance; there is nothing to do for a free one. */
export function placesFor(deps: ApiDeps, ping: FirstPing): Decide<null> {
  const { table } = deps;
  const decide = firstPing(deps, ping);
  return async (conflict) => {
    const action = await decide(conflict);
    if ('done' in action) return { done: null };
    const { customer, owned, request, result } = action;
    const { charges } = quoteOf(customer, request);
    if (charges.length === 0) return { done: null };
    if (!wouldDo(customer, request, charges)) throw tooFew(deps, ping, charges);
    return {
      customer,
      owned,
      request,
      counted: (_ceiling, bought) => boughtItem(table, owned, bought, customer),
      result: null,
      // Two calls at once would both pay for the one monitor.
      write: (items) => transact(table, [...items, monitorAsSeenItem(table, result.id, result.before)]),
    };
  };
}

/**
 * Whether the monitor costs nothing once its slots are there. Who has more than is free, as from a trial that has ended,
 * would pay again and again: the monitor is made by another write than the one that brings its slots.
 */
function wouldDo(customer: Customer, request: Usage, charges: readonly Charge[]): boolean {
  const [had, bought] = [customer.slots, boughtSlots(charges)];
  const slots = {
    monitors: had.monitors + bought.monitors,
    fast: had.fast + bought.fast,
    emailAlerts: had.emailAlerts + bought.emailAlerts,
  };
  return quoteOf({ ...customer, slots }, request).charges.length === 0;
}

function tooFew({ config }: ApiDeps, { slug }: FirstPing, charges: readonly Charge[]) {
  const detail = `The owner of this key has more than is free or paid for, so what this ping pays for would not be enough. Nothing was charged; PUT /api/endpoints/by-slug/${slug} creates the monitor and can be paid.`;
  return refusedPayment('pagamento_invalido', detail, charges, firstPingTill(config));
}
