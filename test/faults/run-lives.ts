import { createTable } from '../../lib/local/create-table.ts';
import { startDatabase } from '../../lib/local/database.ts';
import { EngineLine } from '../support/fault-engine-line.ts';
import { startOutside } from '../support/fault-outside.ts';
import { PLANS } from '../support/fault-plan.ts';
import { live, type LifeReport } from './life.ts';

const TABLE = 'faults';

/**
 * Lives the lives of some seeds under some plans, one after the other on one engine, and throws at the first that
 * breaks a promise, with its seed and what happened. Returns what was done.
 */
export async function runLives(
  plans: readonly string[],
  { seeds, withinMs }: Seeds,
): Promise<{ lives: number; calls: number }> {
  const endsAtMs = performance.now() + withinMs;
  const database = await startDatabase({ dir: null });
  await createTable(database.endpoint, TABLE);
  const [receiver, mail] = await Promise.all([startOutside('receiver'), startOutside('mail')]);
  const calls = { count: 0 };
  const ground = { line: new EngineLine(database.endpoint), tableName: TABLE, receiver, mail, calls };
  const chosen = PLANS.filter((plan) => plans.includes(plan.name));
  let lives = 0;
  try {
    for (const seed of seeds) {
      if (performance.now() > endsAtMs) break;
      lives += 1;
      const plan = chosen[seed % chosen.length];
      if (!plan) throw new RangeError(`There is no plan called ${plans.join(' or ')}.`);
      const report = await live(seed, plan, ground);
      if (report.broken.length > 0) throw new Error(told(report));
    }
  } finally {
    ground.line.close();
    await Promise.all([receiver.stop(), mail.stop(), database.stop()]);
  }
  return { lives, calls: calls.count };
}

/** Which lives are lived, from the first on as far as the time goes. */
export interface Seeds {
  seeds: readonly number[];
  withinMs: number;
}

/** What a test lives: as many lives as fit its time, or `FAULT_LIVES` of them, or that of `FAULT_SEED` alone. */
export function seedsWithin(ms: number): Seeds {
  const { FAULT_LIVES: lives, FAULT_SEED: only } = process.env;
  if (only !== undefined) return { seeds: [Number(only)], withinMs: Infinity };
  if (lives !== undefined) return { seeds: firstSeeds(Number(lives)), withinMs: Infinity };
  return { seeds: firstSeeds(1_000_000), withinMs: ms };
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
    `Again: FAULT_SEED=${seed} vitest run test/faults`,
  ].join('\n');
}
