import { Refusal } from '../contract/errors.ts';
import { anyOf } from '../adapters/ids.ts';
import { WriteConflict } from './table.ts';

/** The span from which the first wait is drawn; each further one is twice as long, up to the longest. */
const FIRST_SPAN_MS = 8;
/** So that hundreds at one item come apart: each of their writes takes its milliseconds, one after another. */
const LONGEST_SPAN_MS = 1_024;
/** Within the time of every function that answers. A crowd is through before; beyond this something else is wrong. */
const WAITS_MAX_MS = 6_000;
/** Where waits take no time. */
const ATTEMPTS_MAX = 60;
/** Whoever meets this many others at one item leaves it to the next time. */
const ATTEMPTS_AT_ONCE = 4;

/** A read, decide, write sequence, with what its condition was lost to before. */
type Sequence<T> = (conflict: WriteConflict | undefined) => Promise<T>;

/**
 * Runs a sequence again when its condition was lost: once at once, with what it lost to, then after waits that are drawn
 * from growing spans. What it lost to is old by then, so that is read anew. Throws 503 `indisponivel` when it has waited
 * for six seconds; the caller has written nothing then. `inTurn` is where those that lost once go on one by one.
 */
export async function retryOnConflict<T>(
  sequence: Sequence<T>,
  inTurn: (again: (hasWaited: boolean) => Promise<T>) => Promise<T> = (again) => again(false),
): Promise<T> {
  try {
    return await sequence(undefined);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return inTurn((hasWaited) => tryAgain(sequence, hasWaited ? aged(error) : error));
  }
}

/**
 * The same without a wait, for what the next time decides as well: four tries one after another, each with what the one
 * before lost to. Throws the last `WriteConflict`.
 */
export async function tryAtOnce<T>(sequence: Sequence<T>): Promise<T> {
  let conflict: WriteConflict | undefined;
  for (let attempt = 0; attempt < ATTEMPTS_AT_ONCE; attempt++) {
    try {
      return await sequence(conflict);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      conflict = error;
    }
  }
  throw conflict ?? new Error('Nothing was tried.');
}

async function tryAgain<T>(sequence: Sequence<T>, lost: WriteConflict): Promise<T> {
  let conflict = lost;
  let waitedMs = 0;
  for (let attempt = 1; attempt < ATTEMPTS_MAX && waitedMs < WAITS_MAX_MS; attempt++) {
    try {
      return await sequence(conflict);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      conflict = aged(error);
      waitedMs += await waitAfter(attempt);
    }
  }
  throw new Refusal('indisponivel', 'Too many changes to the same thing at once; repeat the call.');
}

/** After a wait the item has changed again. */
function aged({ refused }: WriteConflict): WriteConflict {
  return new WriteConflict(undefined, refused);
}

/** Anything from nothing to the whole span: who begins together must not go on together. */
async function waitAfter(attempt: number): Promise<number> {
  const ms = anyOf(Math.min(LONGEST_SPAN_MS, FIRST_SPAN_MS * 2 ** (attempt - 1)) + 1);
  await new Promise((resolve) => setTimeout(resolve, ms));
  return ms;
}
