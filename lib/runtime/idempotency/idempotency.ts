import { HOUR_MS } from '../../domain/calendar.ts';
import { hashOf, newId } from '../../adapters/ids.ts';
import { needsOf } from '../../areas/areas.ts';
import { Refusal } from '../../contract/errors.ts';
import { REPLAYED } from '../../contract/repeats.ts';
import {
  answerItems,
  storedAnswerOf,
  leaseKey,
  freeKey,
  keepAnswer,
  type KeyUse,
} from '../../data/idempotency.ts';
import type { Table } from '../../data/table.ts';
import { LIMITS } from '../../domain/limits.ts';
import { homeOf } from '../current-owner.ts';
import type { Commit } from '../context.ts';
import type { CoreDeps } from '../deps.ts';
import { commitAlone, type Keyed, type Once } from './repeats.ts';
import { Result, type DerivedFrom } from '../result.ts';
import { answerAgain, storedAnswer } from './stored-answer.ts';

/** Longer than a function runs past its own time limit, so that no call that is under way loses its key. */
const LEASE_SPARE_MS = 5_000;
/** When a call under way is worth asking after. */
const ASK_AGAIN_SEC = 2;

/**
 * Does a call once, or gives the answer of the first call with its key. Throws 409 for another request under the key, or
 * while that call is under way. A call that fails frees its key.
 */
export const once: Once = async (deps, keyed, run) => {
  const { table, clock } = deps;
  const use = useOf(keyed, clock.now());
  const holder = await leaseKey(table, use, clock.now());
  if (holder) {
    // Which call a payment is for is told by the payment itself, where anything costs.
    if (keyed.isPayment && holder.fingerprint !== use.fingerprint) return run(commitAlone);
    refuseOther(holder, use, { now: clock.now(), isPayment: keyed.isPayment });
    return replay(table, holder, keyed);
  }
  let kept: unknown;
  let isCommitted = false;
  const commit: Commit = async (answer, write, as) => {
    isCommitted = true;
    const lease = as === 'provisional' ? use.leaseUntil : null;
    await write?.(answerItems(table, use, storedAnswer(keyed.operation, answer), lease));
    if (write && as !== 'provisional') kept = answer;
    return answer;
  };
  let answer: unknown;
  try {
    answer = await run(commit);
  } catch (error) {
    // Else its lease frees it.
    await freeKey(table, use).catch(() => {});
    throw error;
  }
  // Nothing was done: a repeat may do as well, and answers of that size would be kept for a day for nothing.
  if (!isCommitted) await freeKey(table, use).catch(() => {});
  else if (answer !== kept) await keepOrLeave(deps, use, storedAnswer(keyed.operation, answer));
  return answer;
};

async function replay(table: Table, holder: KeyUse, keyed: Keyed): Promise<Result<unknown>> {
  // A guest's home that was claimed is its account's with all that was answered of it.
  if (holder.spaceId !== null && !keyed.caller.owner.spaces.includes(holder.spaceId)) throw noLongerTheirs();
  const bytes = await storedAnswerOf(table, holder);
  if (!bytes) throw keyed.isPayment ? paymentUnderWay() : underWay();
  const { body, parts } = await answerAgain(bytes, (from) => derived(keyed, from));
  return new Result(body, { ...parts, headers: { ...parts.headers, [REPLAYED]: 'true' } });
}

/** What was done is answered also where that cannot be kept. */
async function keepOrLeave(
  { table, log }: Pick<CoreDeps, 'table' | 'log'>,
  use: KeyUse,
  answer: Uint8Array,
): Promise<void> {
  try {
    await keepAnswer(table, use, answer);
  } catch (error) {
    log.error('answer_not_kept', error);
  }
}

/** Nobody is shown the secrets of what has become another's. */
async function derived(
  { caller, derive }: Keyed,
  from: DerivedFrom,
): Promise<Readonly<Record<string, unknown>>> {
  if (derive && caller.owner.spaces.includes(from.spaceId)) return derive(from);
  throw noLongerTheirs();
}

function noLongerTheirs(): Refusal {
  const detail = 'Idempotency-Key was sent before, and its answer is no longer yours.';
  return new Refusal('chave_reutilizada', detail);
}

function useOf({ operation, call, caller, key }: Keyed, now: number): KeyUse {
  const request = [call.method, call.path, call.rawQuery, hashOf(call.body.bytes())];
  return {
    ownerId: caller.owner.id,
    spaceId: homeOf(caller.owner),
    keyHash: hashOf(key),
    fingerprint: hashOf(JSON.stringify(request)),
    claim: newId(),
    leaseUntil: now + needsOf(operation.area).timeoutSec * 1000 + LEASE_SPARE_MS,
    expiresAt: now + LIMITS.idempotencyKeyHours * HOUR_MS,
    answer: null,
    parts: 0,
  };
}

function refuseOther(
  holder: KeyUse,
  use: KeyUse,
  { now, isPayment }: { now: number; isPayment: boolean },
): void {
  if (holder.fingerprint !== use.fingerprint)
    throw new Refusal(
      'chave_reutilizada',
      `Idempotency-Key was sent with another request less than ${LIMITS.idempotencyKeyHours} hours ago; a new request needs a new key.`,
    );
  if ((holder.leaseUntil ?? 0) > now) throw isPayment ? paymentUnderWay() : underWay();
}

function paymentUnderWay(): Refusal {
  const detail = `The first call with this X-PAYMENT is under way; repeat the call with the same one in ${ASK_AGAIN_SEC} seconds.`;
  return new Refusal('pagamento_em_confirmacao', detail, {}, ASK_AGAIN_SEC);
}

function underWay(): Refusal {
  const detail = `The first call with this Idempotency-Key is under way; repeat the call in ${ASK_AGAIN_SEC} seconds.`;
  return new Refusal('chave_em_uso', detail, {}, ASK_AGAIN_SEC);
}
