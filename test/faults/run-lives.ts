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
export async function runLives(plans: readonly string[], seeds: readonly number[]): Promise<{ lives: number; calls: number }> {
  const database = await startDatabase({ dir: null });
  await createTable(database.endpoint, TABLE);
  const [receiver, mail] = await Promise.all([startOutside('receiver'), startOutside('mail')]);
  const calls = { count: 0 };
  const ground = { line: new EngineLine(database.endpoint), tableName: TABLE, receiver, mail, calls };
  const chosen = PLANS.filter((plan) => plans.includes(plan.name));
  try {
    for (const seed of seeds) {
      const plan = chosen[seed % chosen.length];
      if (!plan) throw new RangeError(`There is no plan called ${plans.join(' or ')}.`);
      const report = await live(seed, plan, ground);
      if (report.broken.length > 0) throw new Error(told(report));
    }
  } finally {
    ground.line.close();
    await Promise.all([receiver.stop(), mail.stop(), database.stop()]);
  }
  return { lives: seeds.length, calls: calls.count };
}

/** The seeds a test runs: as many as it says unless `FAULT_LIVES` says otherwise, or only `FAULT_SEED`. */
export function seedsFor(usual: number): number[] {
  const { FAULT_LIVES: lives, FAULT_SEED: only } = process.env;
  if (only !== undefined) return [Number(only)];
  return Array.from({ length: lives === undefined ? usual : Number(lives) }, (_, seed) => seed);
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
