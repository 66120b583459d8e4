import type { Erasure } from '../../lib/data/accounts/erasures.ts';
import type { EraserDeps } from '../../lib/runtime/deps.ts';

/** What one owner's erasure is done with. */
export interface EraserRun extends EraserDeps {
  erasure: Erasure;
  /** Throws `OutOfTime` when nothing more may be begun. */
  inTime(): void;
}

/** The next run goes on. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}
