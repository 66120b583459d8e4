import { Refusal } from '../../lib/contract/errors.ts';
import { isThrottled } from '../../lib/data/table.ts';
import type { Ctx } from '../../lib/runtime/context.ts';

/** Why readings are not there now, and in how many seconds they may be. */
export interface ReadFailure {
  code: 'leitura_limitada' | 'indisponivel';
  retryAfterSec: number;
}

const THROTTLED: ReadFailure = { code: 'leitura_limitada', retryAfterSec: 10 };
const UNAVAILABLE: ReadFailure = { code: 'indisponivel', retryAfterSec: 5 };

/** What is told of an error of the table. */
export function readFailure({ log }: Pick<Ctx, 'log'>, error: unknown): ReadFailure {
  log.error('readings_unread', error);
  return isThrottled(error) ? THROTTLED : UNAVAILABLE;
}

/** The same as the refusal of a whole call: in its body it says too when to ask again (SPEC.md "Errors" 4). */
export function unread({ code, retryAfterSec }: ReadFailure): Refusal {
  const detail = `Readings cannot be read just now; repeat the call in ${retryAfterSec} seconds.`;
  return new Refusal(code, detail, { retry_after_sec: retryAfterSec }, retryAfterSec);
}
