import { PLANS } from '../support/faults/fault-plan.ts';
import { runLives } from './run-lives.ts';

/** `node test/faults/lives.ts [lives] [first seed] [plan]`: the fault runs without a test runner around them. */
const [lives = '100', first = '0', plan] = process.argv.slice(2);
const plans = PLANS.map(({ name }) => name).filter((name) => plan === undefined || name === plan);
const seeds = Array.from({ length: Number(lives) }, (_, index) => Number(first) + index);
const startedAt = performance.now();
try {
  const done = await runLives(plans, { seeds, leastOfEach: 0, withinMs: Infinity });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${seeds.length} lives, ${done.calls} calls to the table, ${seconds.toFixed(1)} s: every promise was kept.`,
  );
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
