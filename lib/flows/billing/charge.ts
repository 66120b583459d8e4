import { Refusal } from '../../contract/errors.ts';
import type { OwnedSpace } from '../../data/accounts/owner-counters.ts';
import { inLine } from '../../data/in-line.ts';
import { retryOnConflict } from '../../data/retry-on-conflict.ts';
import type { TransactItem, WriteConflict } from '../../data/table.ts';
import type { Charge, Usage } from '../../domain/billing/allowance.ts';
import type { Customer } from '../../domain/billing/customer.ts';
import { quoteOf, type Quote } from '../../domain/billing/quote.ts';
import type { Write } from '../../runtime/context.ts';
import type { SettledQuote, Receipt } from './payment.ts';

/** What an action would do, decided from what is there now, and what it asks of whose allowance. */
export interface Action<T> {
  customer: Customer;
  /** The space that it writes to, as its owner's. */
  owned: OwnedSpace;
  request: Usage;
  /** Counts it and what was bought for it under the ceiling of its quote, where the space is still the owner's. */
  counted: (ceiling: Quote['ceiling'], bought: Usage) => TransactItem;
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
  receipt: Receipt | null;
}

/** Has an action written, or nothing where there is no write, and makes of it what is returned. */
export type End<T, R> = (charged: Charged<T>, write: Write | null) => Promise<R>;

/** Settles a quote for the owner of a space. */
export type Settle = (quote: Quote, owned: OwnedSpace) => SettledQuote | Promise<SettledQuote>;

/** Hundreds of calls of one owner that all count the same lose to one another for as long as they go side by side. */
const OWNERS = {};

/** Does what may cost something: decides it, has its quote settled once, and then writes it, however often that conflicts. */
export async function charge<T, R>(settle: Settle, decide: Decide<T>, end: End<T, R>): Promise<R> {
  const action = await decide(undefined);
  if ('done' in action) return end(free(action.done), null);
  const payment = await settle(quoted(action), action.owned);
  return commit(payment, action, decide, end);
}

/**
 * Writes what is paid for with the counters and the payment's rows. After a conflict the action is decided and quoted
 * anew, and goes on as long as the payment covers it: throws 402 where it does not, and never pays again. Where it comes
 * to nothing the owner has what was paid for all the same.
 */
export async function commit<T, R>(
  payment: SettledQuote,
  first: Action<T>,
  decide: Decide<T>,
  end: End<T, R>,
): Promise<R> {
  try {
    const once = async (conflict: WriteConflict | undefined) => {
      if (conflict) await payment.recheck();
      const action = conflict ? await decide(conflict) : first;
      if ('done' in action) {
        const receipt = (await payment.giveAlone()) ? payment.receipt() : null;
        return end({ ...free(action.done), receipt }, null);
      }
      const quote = quoted(action);
      payment.cover(quote);
      const items = [action.counted(quote.ceiling, payment.bought()), ...payment.rows(action.owned)];
      const write: Write = (rows) => action.write([...items, ...rows]);
      const { charges } = quote;
      return end({ result: action.result, charges, receipt: payment.receipt() }, write);
    };
    return await retryOnConflict(once, (again) => inLine(OWNERS, first.owned.ownerId, again));
  } catch (error) {
    throw (await payment.giveAlone()) ? withReceipt(error, payment.receipt()) : error;
  }
}

function quoted({ customer, request }: Action<unknown>): Quote {
  const quote = quoteOf(customer, request);
  if (quote.tooMany === undefined) return quote;
  throw new Refusal(
    'limite_monitores',
    `This would come to ${customer.usage.monitors + request.monitors} monitors; an owner can have ${quote.tooMany} where none is paid for.`,
  );
}

/** Who has paid is told what for, whatever became of the call. */
function withReceipt(error: unknown, receipt: Receipt | null): unknown {
  if (!(error instanceof Refusal)) return error;
  const { code, detail = '', extra, retryAfterSec } = error;
  const kept = 'You own what you paid for: see GET /api/purchases. Using it costs nothing.';
  return new Refusal(code, `${detail} ${kept}`.trim(), extra, retryAfterSec, receipt ?? {});
}

function free<T>(result: T): Charged<T> {
  return { result, charges: [], receipt: null };
}
