import { Refusal } from '../contract/errors.ts';
import { pause } from './pause.ts';
import { WriteConflict } from './table.ts';

/** A burst at one monitor contends at most as long as its signals arrive; beyond this something else is wrong. */
const ATTEMPTS = 60;
const LONGEST_WAIT_MS = 40;

/**
 * Runs a read, decide, write sequence again when its condition was lost. Throws 503 `indisponivel` after 60 lost
 * conditions in a row; the caller has written nothing then.
 */
export async function retryOnConflict<T>(
  sequence: (conflict: WriteConflict | undefined) => Promise<T>,
): Promise<T> {
  let conflict: WriteConflict | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await sequence(conflict);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      conflict = error;
      await pause(Math.min(LONGEST_WAIT_MS, attempt * 2));
    }
  }
  throw new Refusal('indisponivel', 'Too many changes to the same thing at once; repeat the call.');
}
