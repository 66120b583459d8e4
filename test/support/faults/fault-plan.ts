import { DUE_SHARDS } from '../../../lib/data/due-index.ts';
import type { Random } from './fault-random.ts';

/** What a run suffers from, as probabilities per call; an outage lasts for a whole round. */
export interface FaultPlan {
  name: string;
  table: number;
  stale: number;
  queue: number;
  mail: number;
  receiver: number;
  kill: number;
  /** Messages that come twice, batches out of order, batches that come later. */
  unordered: number;
  outage: number;
  /** A transaction takes a while, and what meets it on one of its items is refused. */
  conflict: number;
  /** A batch of reads leaves keys unprocessed, a page of a query ends early. */
  partly: number;
  /** That a transaction of a check is refused, since the lists of incidents take no more. */
  history: number;
  /** That the due queries of a shard fail for a whole round. */
  shard: number;
  /** That the time of a run of the checker is over after a few items. */
  hurry: number;
  /** How many messages receiver and mail service each take in a second; 0 is without limit. */
  limit: number;
  /** Whether the canary pings. */
  canary: boolean;
  /** How many batches of the queue are handed over side by side, as on one machine. */
  lanes: number;
  /** What a life goes through after its faulty minutes, in any case. */
  always: readonly Ordeal[];
  /** And what it goes through then, one of them each time. */
  ordeals: readonly Ordeal[];
}

/** Hours, or months, of something that does not end with the next minute. */
export type Ordeal =
  | 'absent'
  | 'starved'
  | 'unheard'
  | 'deaf'
  | 'ages'
  | 'capped'
  | 'strangers'
  | 'busy'
  | 'chats'
  | 'hanging'
  | 'paused'
  | 'rooms'
  | 'topics';

const CALM: FaultPlan = {
  name: 'calm',
  table: 0,
  stale: 0.25,
  queue: 0,
  mail: 0,
  receiver: 0,
  kill: 0,
  unordered: 0.5,
  outage: 0,
  conflict: 0,
  partly: 0,
  history: 0,
  shard: 0,
  hurry: 0,
  limit: 0,
  canary: false,
  lanes: 1,
  always: [],
  ordeals: [],
};

const ROOMS: FaultPlan = {
  ...CALM,
  name: 'rooms',
  table: 0.05,
  conflict: 0.15,
  queue: 0.1,
  receiver: 0.25,
  kill: 0.08,
  ordeals: ['rooms'],
};

const EVERYTHING: FaultPlan = {
  ...CALM,
  name: 'everything',
  table: 0.06,
  stale: 0.3,
  queue: 0.15,
  mail: 0.2,
  receiver: 0.25,
  kill: 0.15,
  unordered: 0.5,
  outage: 0.1,
  conflict: 0.2,
  partly: 0.2,
  history: 0.1,
  shard: 0.05,
  hurry: 0.1,
  canary: true,
  ordeals: ['absent', 'starved', 'unheard', 'deaf', 'ages', 'capped'],
};

/** Each kind of fault alone, so that nothing hides behind another, and all together. */
export const PLANS: readonly FaultPlan[] = [
  { ...CALM, stale: 0.5 },
  { ...CALM, name: 'table', table: 0.12, outage: 0.1 },
  { ...CALM, name: 'conflicts', conflict: 0.7 },
  { ...CALM, name: 'parts', partly: 0.6 },
  { ...CALM, name: 'history', history: 0.6 },
  { ...CALM, name: 'shards', shard: 0.4 },
  { ...CALM, name: 'hurry', hurry: 0.7, ordeals: ['starved'] },
  { ...CALM, name: 'queue', queue: 0.35, outage: 0.2 },
  { ...CALM, name: 'mail', mail: 0.4, outage: 0.2, unordered: 0 },
  { ...CALM, name: 'receiver', receiver: 0.5, outage: 0.2, unordered: 0 },
  { ...CALM, name: 'limited', limit: 1 },
  { ...CALM, name: 'kills', kill: 0.35 },
  { ...CALM, name: 'absent', ordeals: ['absent'] },
  { ...CALM, name: 'unheard', canary: true, ordeals: ['unheard'] },
  { ...CALM, name: 'deaf', unordered: 0.8, ordeals: ['deaf'] },
  { ...CALM, name: 'ages', ordeals: ['ages'] },
  { ...CALM, name: 'capped', ordeals: ['capped'] },
  { ...CALM, name: 'strangers', table: 0.08, kill: 0.2, partly: 0.2, ordeals: ['strangers'] },
  { ...CALM, name: 'busy', table: 0.06, kill: 0.06, ordeals: ['busy'] },
  { ...CALM, name: 'chats', receiver: 0.2, ordeals: ['chats'] },
  { ...CALM, name: 'hanging', lanes: 16, ordeals: ['hanging'] },
  { ...CALM, name: 'paused', receiver: 0.2, mail: 0.2, unordered: 0.2, ordeals: ['paused'] },
  ROOMS,
  { ...ROOMS, name: 'topics', receiver: 0.4, ordeals: ['topics'] },
  EVERYTHING,
  {
    ...EVERYTHING,
    name: 'together',
    limit: 1,
    always: ['strangers'],
    ordeals: [...EVERYTHING.ordeals, 'chats', 'paused', 'rooms'],
  },
];

const MONITORS = ' monitors';

/** The faults in force: those of the plan while `on`, with its outages of this round. */
export class Faults {
  on = false;
  readonly plan: FaultPlan;
  #random: Random;
  #down = new Set<string>();

  constructor(plan: FaultPlan, random: Random) {
    this.plan = plan;
    this.#random = random;
  }

  newRound(): void {
    this.#down.clear();
    for (const target of ['table', 'queue', 'mail', 'receiver'] as const) {
      if (this.plan[target] > 0 && this.#random.chance(this.plan.outage)) this.#down.add(target);
    }
    for (let shard = 0; shard < DUE_SHARDS && this.plan.shard > 0; shard++) {
      if (this.#random.chance(this.plan.shard))
        this.#down.add(`DUE#${shard}${this.#random.pick(['', MONITORS])}`);
    }
  }

  /** An outage that lasts until the next round. */
  breakDown(target: 'receiver' | 'mail' | 'queue' | 'time'): void {
    this.#down.add(target);
  }

  /** Whether the due items of a shard, such as `DUE#3`, cannot be asked for, or the monitors among them not be read. */
  isDown(shard: string, what: 'keys' | 'monitors'): boolean {
    return this.on && this.#down.has(what === 'keys' ? shard : `${shard}${MONITORS}`);
  }

  /** The shards with which something is wrong. */
  downShards(): Set<string> {
    const down = [...this.#down].filter((each) => each.startsWith('DUE#'));
    return new Set(this.on ? down.map((each) => each.replace(MONITORS, '')) : []);
  }

  /** One of the ways to fail, or null when this call goes well. */
  strikes<Way extends string>(
    target: 'table' | 'queue' | 'mail' | 'receiver',
    ways: readonly Way[],
  ): Way | null {
    if (!this.on) return null;
    // Through an outage of the table some calls still get: a check that never begins proves little.
    const odds = this.#down.has(target) ? (target === 'table' ? 0.5 : 1) : this.plan[target];
    return this.#random.chance(odds) ? this.#random.pick(ways) : null;
  }

  is(kind: 'stale' | 'kill' | 'unordered' | 'conflict' | 'partly' | 'history' | 'hurry'): boolean {
    return this.on && this.#random.chance(this.plan[kind]);
  }

  /** For how many items a run of the checker has time. */
  itemsWithin(least: number): number {
    if (this.on && this.#down.has('time')) return this.#random.between(least, 2);
    return this.is('hurry') ? this.#random.between(least, 4) : Number.POSITIVE_INFINITY;
  }

  /** After how many calls an invocation is killed; Infinity when it is not. */
  killAfter(most: number): number {
    return this.is('kill') ? this.#random.below(most) : Number.POSITIVE_INFINITY;
  }
}
