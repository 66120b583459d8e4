import { randomOf } from '../test/support/faults/fault-random.ts';
import { Agenda } from './agenda.ts';

/** What one account can run at the same time. */
export interface Account {
  /** Concurrent executions of all functions. */
  limit: number;
  /** Maximum concurrency of the mappings of the two queues; the account's limit where there is none. */
  notifier: number;
  checks: number;
}

/** Durations in seconds. */
export interface Load {
  /** Pings that come evenly, a second. */
  pingsPerSec: number;
  /** Pings of jobs that run at full five minutes, and within how long they come. */
  burst: { pings: number; withinSec: number };
  pingSec: number;
  coldStartSec: number;
  /** A batch of the notifier lasts as long as its slowest receiver. */
  batchSec: number;
  /** A run that goes on with a shard. */
  shardSec: number;
  tickSec: number;
  canarySec: number;
  /** After how long a refused ping is sent again, try by try; then it is lost. */
  retryAfterSec: readonly number[];
}

export interface Outcome {
  pings: number;
  /** Pings whose first try was refused. */
  refused: number;
  /** Pings refused at every try. */
  lost: number;
}

const FIVE_MINUTES = 300;
const MINUTE = 60;
/** After a refusal the poller of a queue, or Scheduler, tries again. */
const AGAIN_SEC = 1;

/**
 * An account in which the notifier and the shards that are behind never run out of work. What would start while all
 * executions are taken is refused and tried again.
 */
export function simulateAccount(account: Account, load: Load, lastsSec: number, seed = 1): Outcome {
  return new AccountModel(account, load, seed).run(lastsSec);
}

class AccountModel {
  #account: Account;
  #load: Load;
  #agenda = new Agenda();
  #random: () => number;
  #running = 0;
  #pinging = 0;
  #warm = 0;
  #outcome: Outcome = { pings: 0, refused: 0, lost: 0 };

  constructor(account: Account, load: Load, seed: number) {
    this.#account = account;
    this.#load = load;
    this.#random = randomOf(seed).next;
  }

  run(lastsSec: number): Outcome {
    const { notifier, checks } = this.#account;
    const { tickSec, canarySec, batchSec, shardSec, pingsPerSec } = this.#load;
    this.#every(FIVE_MINUTES, tickSec);
    this.#every(MINUTE, canarySec);
    for (let slot = 0; slot < notifier; slot++) this.#forever(batchSec);
    for (let slot = 0; slot < checks; slot++) this.#forever(shardSec);
    if (pingsPerSec > 0) this.#evenly();
    this.#bursts();
    this.#agenda.runUntil(lastsSec);
    return this.#outcome;
  }

  #start(lasts: number, ended = () => {}): boolean {
    if (this.#running >= this.#account.limit) return false;
    this.#running += 1;
    this.#agenda.in(lasts, () => {
      this.#running -= 1;
      ended();
    });
    return true;
  }

  #forever(lasts: number): void {
    const began = this.#start(lasts, () => this.#forever(lasts));
    if (!began) this.#agenda.in(AGAIN_SEC, () => this.#forever(lasts));
  }

  #every(gap: number, lasts: number): void {
    this.#insist(lasts);
    this.#agenda.in(gap, () => this.#every(gap, lasts));
  }

  #insist(lasts: number): void {
    if (!this.#start(lasts)) this.#agenda.in(AGAIN_SEC, () => this.#insist(lasts));
  }

  #evenly(): void {
    this.#agenda.in(-Math.log(1 - this.#random()) / this.#load.pingsPerSec, () => {
      this.#ping(0);
      this.#evenly();
    });
  }

  #bursts(): void {
    const { pings, withinSec } = this.#load.burst;
    for (let count = 0; count < pings; count++)
      this.#agenda.in(this.#random() * withinSec, () => this.#ping(0));
    this.#agenda.in(FIVE_MINUTES, () => this.#bursts());
  }

  #ping(tries: number): void {
    const { pingSec, coldStartSec, retryAfterSec } = this.#load;
    if (tries === 0) this.#outcome.pings += 1;
    const isCold = this.#pinging >= this.#warm;
    if (this.#start(pingSec + (isCold ? coldStartSec : 0), () => void (this.#pinging -= 1))) {
      this.#pinging += 1;
      this.#warm = Math.max(this.#warm, this.#pinging);
      return;
    }
    if (tries === 0) this.#outcome.refused += 1;
    const again = retryAfterSec[tries];
    if (again === undefined) this.#outcome.lost += 1;
    else this.#agenda.in(again, () => this.#ping(tries + 1));
  }
}
