import { isThorough } from '../../bin/long-tests.ts';
import { createTable } from '../../lib/local/table/create-table.ts';
import { startDatabase } from '../../lib/local/table/database.ts';
import { EngineLine } from '../support/faults/fault-engine-line.ts';
import { startOutside } from '../support/faults/fault-outside.ts';
import { PLANS } from '../support/faults/fault-plan.ts';
import { live, type LifeReport } from './life.ts';

const TABLE = 'faults';

/** What was lived, by plan. */
export interface Lived {
  lives: Map<string, number>;
  /** Calls to the table. */
  calls: number;
}

/** Which seeds are lived, each under the next of the plans, as far as the time goes. */
export interface Span {
  seeds: readonly number[];
  /** As many lives as this time allows, but at least so many of each plan. */
  withinMs: number;
  leastOfEach: number;
}

/**
 * Lives the lives of some seeds under some plans, one after the other on one engine, and throws at the first that
 * breaks a promise, with its seed and what happened. Returns what was done.
 */
export async function runLives(plans: readonly string[], span: Span): Promise<Lived> {
  const startedAtMs = performance.now();
  const database = await startDatabase({ dir: null });
  await createTable(database.endpoint, TABLE);
  const [receiver, mail] = await Promise.all([startOutside('receiver'), startOutside('mail')]);
  const calls = { count: 0 };
  const ground = { line: new EngineLine(database.endpoint), tableName: TABLE, receiver, mail, calls };
  const chosen = PLANS.filter((plan) => plans.includes(plan.name));
  const lives = new Map(chosen.map(({ name }) => [name, 0]));
  try {
    for (const seed of span.seeds) {
      if (isOver(span, performance.now() - startedAtMs, lives)) break;
      const plan = chosen[seed % chosen.length];
      if (!plan) throw new RangeError(`There is no plan called ${plans.join(' or ')}.`);
      const report = await live(seed, plan, ground);
      if (report.broken.length > 0) throw new Error(told(report));
      lives.set(plan.name, (lives.get(plan.name) ?? 0) + 1);
    }
  } finally {
    ground.line.close();
    await Promise.all([receiver.stop(), mail.stop(), database.stop()]);
  }
  return { lives, calls: calls.count };
}

function isOver({ withinMs, leastOfEach }: Span, passedMs: number, lives: Lived['lives']): boolean {
  return passedMs >= withinMs && [...lives.values()].every((count) => count >= leastOfEach);
}

/**
 * What a test lives: so many lives of each plan and as many more as fit `FAULT_SECONDS`, or `FAULT_LIVES` in all, or that
 * of `FAULT_SEED` alone.
 */
export async function testLives(plans: readonly string[], leastOfEach: number): Promise<void> {
  const { FAULT_LIVES: wanted, FAULT_SEED: only, FAULT_SECONDS: seconds = '0' } = process.env;
  const isFree = wanted === undefined && only === undefined;
  const seeds = only === undefined ? firstSeeds(Number(wanted ?? 1_000_000)) : [Number(only)];
  const lived = await runLives(plans, {
    seeds,
    leastOfEach: isFree ? leastOfEach : 0,
    withinMs: isFree ? Number(seconds) * 1000 : Infinity,
  });
  const counts = [...lived.lives].map(([plan, count]) => `${count} ${plan}`).join(', ');
  console.log(`Lives: ${counts}; ${lived.calls} calls to the table`);
}

function firstSeeds(count: number): number[] {
  return Array.from({ length: count }, (_, seed) => seed);
}

function told({ seed, plan, broken, trace }: LifeReport): string {
  const story = trace.filter((line) => !/check table Query -\s+read/.test(line));
  const promises = broken.map((each) => `  - ${each}`);
  return [
    `The life of seed ${seed} under "${plan}" broke ${broken.length} promises:`,
    ...promises,
    'What happened (place, clock, who, what):',
    ...story,
    `Again: ${isThorough() ? 'THOROUGH=1 ' : ''}FAULT_SEED=${seed} vitest run test/faults`,
  ].join('\n');
}
