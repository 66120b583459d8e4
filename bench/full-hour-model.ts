import { randomOf } from '../test/support/faults/fault-random.ts';
import { Agenda } from './agenda.ts';

/** What stands between a job and its monitor, as far as it refuses. Rates are a second. */
export interface Way {
  /** The limit of the gateway's route; infinite behind a load balancer. */
  ingest: { rate: number; burst: number };
  /** Concurrent executions that are left for pings. */
  executions: number;
  /** Those that have started already. */
  warm: number;
  /** Write units that the table takes. */
  writeUnits: number;
  /** Of one ping. */
  unitsAPing: number;
}

/** Jobs of one full hour. */
export interface FullHour {
  jobs: number;
  withinSec: number;
  /** After how long a refused ping is sent again, try by try; of two figures, at random between them. */
  retryAfterSec: readonly (number | readonly [number, number])[];
}

export interface FullHourOutcome {
  /** Share of the pings whose first try was refused. */
  refused: number;
  /** Share that was refused at every try: their jobs are told silent. */
  lost: number;
  /** When the last one was taken. */
  lastSec: number;
  /** Functions that had to start. */
  starts: number;
}

export const START_SEC = 0.45;
export const PING_SEC = 0.015;
/** Lambda starts so many of one function in ten seconds. */
const STARTS = { rate: 100, burst: 1_000 };
/** Lambda takes so many requests a second for each execution of an account. */
const REQUESTS_AN_EXECUTION = 10;

/** What becomes of pings that come at a full hour. */
export function simulateFullHour(way: Way, hour: FullHour, seed = 1): FullHourOutcome {
  return new FullHourModel(way, seed).run(hour);
}

class FullHourModel {
  #agenda = new Agenda();
  #random: () => number;
  #gates: Record<'ingest' | 'requests' | 'table' | 'starts', Bucket>;
  #way: Way;
  #idle: number;
  #running = 0;
  #outcome = { refused: 0, lost: 0, lastSec: 0, starts: 0 };

  constructor(way: Way, seed: number) {
    this.#way = way;
    this.#random = randomOf(seed).next;
    this.#idle = Math.min(way.warm, way.executions);
    this.#gates = {
      ingest: new Bucket(way.ingest),
      requests: evenly(way.executions * REQUESTS_AN_EXECUTION),
      table: evenly(way.writeUnits),
      starts: new Bucket(STARTS),
    };
  }

  run({ jobs, withinSec, retryAfterSec }: FullHour): FullHourOutcome {
    for (let job = 0; job < jobs; job++)
      this.#ping({ inSec: this.#random() * withinSec, fromSec: 0, tries: 0 }, retryAfterSec);
    this.#agenda.runUntil(Infinity);
    const { refused, lost, ...rest } = this.#outcome;
    return { refused: refused / jobs, lost: lost / jobs, ...rest };
  }

  #ping({ inSec, fromSec, tries }: Try, waits: FullHour['retryAfterSec']): void {
    const answered = (isTaken: boolean, nowSec: number) => {
      if (isTaken) return void (this.#outcome.lastSec = Math.max(this.#outcome.lastSec, nowSec));
      if (tries === 0) this.#outcome.refused += 1;
      const next = waits[tries];
      if (next === undefined) return void (this.#outcome.lost += 1);
      this.#ping({ inSec: this.#waitOf(next), fromSec: nowSec, tries: tries + 1 }, waits);
    };
    this.#agenda.in(inSec, () => this.#invoke(fromSec + inSec, answered));
  }

  #invoke(at: number, answered: (isTaken: boolean, nowSec: number) => void): void {
    const { ingest, requests, table, starts } = this.#gates;
    if (!ingest.takes(1, at) || !requests.takes(1, at)) return answered(false, at);
    const isWarm = this.#idle > 0;
    const isFull = this.#running + this.#idle >= this.#way.executions;
    if (!isWarm && (isFull || !starts.takes(1, at))) return answered(false, at);
    if (isWarm) this.#idle -= 1;
    else this.#outcome.starts += 1;
    this.#running += 1;
    const lasts = PING_SEC + (isWarm ? 0 : START_SEC);
    this.#agenda.in(lasts, () => {
      this.#running -= 1;
      this.#idle += 1;
      answered(table.takes(this.#way.unitsAPing, at + lasts), at + lasts);
    });
  }

  #waitOf(wait: FullHour['retryAfterSec'][number]): number {
    if (typeof wait === 'number') return wait;
    const [least, most] = wait;
    return least + this.#random() * (most - least);
  }
}

interface Try {
  inSec: number;
  fromSec: number;
  /** Those before it. */
  tries: number;
}

/** Holds so many tokens at most, and gets more by the second. */
class Bucket {
  #rate: number;
  #burst: number;
  #left: number;
  #at = 0;

  constructor({ rate, burst }: { rate: number; burst: number }) {
    this.#rate = rate;
    this.#burst = burst;
    this.#left = burst;
  }

  takes(count: number, at: number): boolean {
    if (this.#burst === Infinity) return true;
    this.#left = Math.min(this.#burst, this.#left + (at - this.#at) * this.#rate);
    this.#at = at;
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }
}

function evenly(rate: number): Bucket {
  return new Bucket({ rate, burst: rate });
}
