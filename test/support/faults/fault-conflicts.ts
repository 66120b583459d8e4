import type { EngineAnswer } from './fault-engine-line.ts';
import { refusal, WRITES, type Call } from './fault-wire.ts';

/** Calls of others after which a transaction whose process ended is over all the same. */
const LASTS_STEPS = 30;
/** It is far shorter than what meets it goes on trying: so many times at most it is met on an item. */
const MET_TIMES = 4;

interface Busy {
  untilSeq: number;
  timesLeft: number;
}

/** Transactions that take a while. What meets one on an item is refused, as DynamoDB does it; reads are not. */
export class Conflicts {
  #busy = new Map<string, Busy>();

  /** The refusal of a call that meets a transaction, or undefined. */
  met({ target, keys }: Call, seq: number): EngineAnswer | undefined {
    if (!WRITES.has(target)) return undefined;
    const refused = keys.map((key) => this.#isMet(key, seq));
    if (!refused.includes(true)) return undefined;
    if (target !== 'TransactWriteItems') return refusal('TransactionConflictException');
    const CancellationReasons = refused.map((each) => ({ Code: each ? 'TransactionConflict' : 'None' }));
    return refusal('TransactionCanceledException', { CancellationReasons });
  }

  #isMet(key: string, seq: number): boolean {
    const busy = this.#busy.get(key);
    return busy !== undefined && busy.untilSeq > seq && --busy.timesLeft >= 0;
  }

  begin({ keys }: Call, seq: number): void {
    for (const key of keys) this.#busy.set(key, { untilSeq: seq + LASTS_STEPS, timesLeft: MET_TIMES });
  }

  end({ keys }: Call): void {
    for (const key of keys) this.#busy.delete(key);
  }
}
