import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import type { TransactItem, WriteConflict } from '../../data/table.ts';
import type { Charge, Usage } from '../../domain/allowance/allowance.ts';
import type { Customer } from '../../domain/allowance/customer.ts';
import { quoteOf, type Quote } from '../../domain/allowance/quote.ts';
import type { Write } from '../../runtime/context.ts';
import type { Payment } from './payment.ts';

/** What an action would do, decided from what is there now, and what it asks of whose allowance. */
export interface Action<T> {
  customer: Customer;
  request: Usage;
  /** Counts it under the ceiling of its quote, where the space that it writes to is still the owner's. */
  counted: (ceiling: Quote['ceiling']) => TransactItem;
  /** What it comes to once it is written. */
  result: T;
  /** Writes it in one transaction with `items`. Throws `WriteConflict` when what it was decided from has changed. */
  write: Write;
}

/** Reads and decides, and writes nothing; with `done` there is nothing to write. */
export type Decide<T> = (conflict: WriteConflict | undefined) => Promise<Action<T> | { done: T }>;

export interface Charged<T> {
  result: T;
  charges: readonly Charge[];
}

/** Has an action written, or nothing where there is no write, and makes of it what is returned. */
export type End<T, R> = (charged: Charged<T>, write: Write | null) => Promise<R>;

/** Does what may cost something: decides it, has its quote settled once, and then writes it, however often that conflicts. */
export async function charge<T, R>(
  settle: (quote: Quote) => Payment | Promise<Payment>,
  decide: Decide<T>,
  end: End<T, R>,
): Promise<R> {
  const action = await decide(undefined);
  if ('done' in action) return end({ result: action.done, charges: [] }, null);
  const payment = await settle(quoteOf(action.customer, action.request));
  return commit(payment, action, decide, end);
}

/**
 * Writes what is paid for with the counters and the payment's rows. After a conflict the action is decided and quoted
 * anew, and goes on as long as the payment covers it: throws 402 where it does not, and never pays again.
 */
export function commit<T, R>(
  payment: Payment,
  first: Action<T>,
  decide: Decide<T>,
  end: End<T, R>,
): Promise<R> {
  return retryOnConflict(async (conflict) => {
    const action = conflict ? await decide(conflict) : first;
    if ('done' in action) return end({ result: action.done, charges: [] }, null);
    const quote = quoteOf(action.customer, action.request);
    payment.cover(quote);
    const items = [action.counted(quote.ceiling), ...payment.rows];
    const write: Write = (rows) => action.write([...items, ...rows]);
    return end({ result: action.result, charges: quote.charges }, write);
  });
}
