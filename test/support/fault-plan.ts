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
}

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
};

/** Each kind of fault alone, so that nothing hides behind another, and all together. */
export const PLANS: readonly FaultPlan[] = [
  CALM,
  { ...CALM, name: 'table', table: 0.12, outage: 0.1 },
  { ...CALM, name: 'queue', queue: 0.35, outage: 0.2 },
  { ...CALM, name: 'mail', mail: 0.4, outage: 0.2, unordered: 0 },
  { ...CALM, name: 'receiver', receiver: 0.5, outage: 0.2, unordered: 0 },
  { ...CALM, name: 'kills', kill: 0.35 },
  {
    name: 'everything',
    table: 0.06,
    stale: 0.3,
    queue: 0.15,
    mail: 0.2,
    receiver: 0.25,
    kill: 0.15,
    unordered: 0.5,
    outage: 0.1,
  },
];

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

  is(kind: 'stale' | 'kill' | 'unordered'): boolean {
    return this.on && this.#random.chance(this.plan[kind]);
  }

  /** After how many calls an invocation is killed; Infinity when it is not. */
  killAfter(most: number): number {
    return this.is('kill') ? this.#random.below(most) : Number.POSITIVE_INFINITY;
  }
}
