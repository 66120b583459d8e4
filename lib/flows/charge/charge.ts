import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import type { TransactItem, WriteConflict } from '../../data/table.ts';
import type { AllowanceRequest, Charge, Usage } from '../../domain/allowance/allowance.ts';
import { quoteOf, type Quote } from '../../domain/allowance/quote.ts';
import type { Payment } from './payment.ts';

/** What an action would do, decided from what is there now, and what it asks of whose allowance. */
export interface Action<T> {
  owner: Usage;
  request: AllowanceRequest;
  /** Counts it under the ceiling of its quote, where the space that it writes to is still the owner's. */
  counted: (ceiling: Quote['ceiling']) => TransactItem;
  /** Writes it in one transaction with `items`. Throws `WriteConflict` when what it was decided from has changed. */
  write: (items: readonly TransactItem[]) => Promise<T>;
}

/** Reads and decides, and writes nothing; with `done` there is nothing to write. */
export type Decide<T> = (conflict: WriteConflict | undefined) => Promise<Action<T> | { done: T }>;

export interface Charged<T> {
  result: T;
  charges: readonly Charge[];
}

/** Does what may cost something: decides it, has its quote settled once, and then writes it, however often that conflicts. */
export async function charge<T>(
  settle: (quote: Quote) => Payment | Promise<Payment>,
  decide: Decide<T>,
): Promise<Charged<T>> {
  const action = await decide(undefined);
  if ('done' in action) return { result: action.done, charges: [] };
  const payment = await settle(quoteOf(action.owner, action.request));
  return commit(payment, action, decide);
}

/**
 * Writes what is paid for with the counters and the payment's rows. After a conflict the action is decided and quoted
 * anew, and goes on as long as the payment covers it: throws 402 where it does not, and never pays again.
 */
export function commit<T>(payment: Payment, first: Action<T>, decide: Decide<T>): Promise<Charged<T>> {
  return retryOnConflict(async (conflict) => {
    const action = conflict ? await decide(conflict) : first;
    if ('done' in action) return { result: action.done, charges: [] };
    const quote = quoteOf(action.owner, action.request);
    payment.cover(quote);
    const items = [action.counted(quote.ceiling), ...payment.rows];
    return { result: await action.write(items), charges: quote.charges };
  });
}
