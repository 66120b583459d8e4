import { Refusal } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { IDEMPOTENCY_KEY, KEY_FORM, KEY_RULE, takesDryRun, takesKey } from '../../contract/repeats.ts';
import { shown } from '../../domain/decision.ts';
import type { Call } from '../call.ts';
import type { Commit, OwnerCaller } from '../context.ts';
import type { CoreDeps } from '../deps.ts';
import { Result } from '../result.ts';
import type { Derive } from './stored-answer.ts';

/** A call with an idempotency key, by a known owner. */
export interface Keyed {
  operation: Operation;
  call: Call;
  caller: OwnerCaller;
  key: string;
  /** Whether the key is the payment of a call that named none. */
  isPayment: boolean;
  /** Of the secrets in its answer. */
  derive: Derive | undefined;
}

/** The idempotency key of a call, undefined without one or where none is taken. Throws 400 for what cannot be one. */
export function idempotencyKeyOf(operation: Operation, { headers }: Call): string | undefined {
  const sent = takesKey(operation) ? headers[IDEMPOTENCY_KEY] : undefined;
  if (sent === undefined || KEY_FORM.test(sent)) return sent;
  throw new Refusal('chave_invalida', `Idempotency-Key must be ${KEY_RULE}; got ${shown(sent)}.`);
}

/** Where no key was sent. */
export const commitAlone: Commit = async (answer, write) => {
  await write?.([]);
  return answer;
};

/** In a dry run. */
const commitNothing: Commit = async (answer) => answer;

/** Whether a call asks for its answer alone. */
export function isDryRun(operation: Operation, query: { dry_run?: string }): boolean {
  return takesDryRun(operation) && query.dry_run === 'true';
}

/** The answer that a call would have, marked as such. */
export async function answerAlone(run: (commit: Commit) => Promise<unknown>): Promise<Result<unknown>> {
  const returned = await run(commitNothing);
  const { body, parts } = returned instanceof Result ? returned : new Result(returned);
  return new Result({ ...(body as object), dry_run: true }, parts);
}

/** Does a call with a key once, however often it is sent; returns what it returned at first. */
export type Once = (
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  keyed: Keyed,
  run: (commit: Commit) => Promise<unknown>,
) => Promise<unknown>;
