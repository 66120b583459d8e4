import type { Reporter, TestModule, Vitest } from 'vitest/node';

/**
 * Tells what was skipped: to `bin/test.ts` where that started vitest, else to who did. A filter by name skips tests too,
 * without a reason; without such a filter none goes unmentioned.
 */
export class SkipReporter implements Reporter {
  #filtered = false;

  onInit(vitest: Vitest): void {
    this.#filtered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped: Skipped[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        const reason = 'note' in result ? result.note : undefined;
        if (reason !== undefined || !this.#filtered) {
          skipped.push({ name: test.fullName, reason: reason ?? 'no reason is given' });
        }
      }
    }
    if (process.send) process.send({ skipped });
    else if (skipped.length > 0) refuseOnCi(skippedLine(skipped));
  }
}

/** Where everything is installed, a test that does not run is a mistake. */
function refuseOnCi(line: string): void {
  console.log(line);
  if (process.env['NO_SKIPS'] === '1') process.exitCode = 1;
}

/** A test that this machine could not run, and why. */
export interface Skipped {
  name: string;
  reason: string;
}

/** The names of the tests, those with the same reason together. */
export function skippedLine(tests: readonly Skipped[]): string {
  const byReason = Map.groupBy(tests, ({ reason }) => reason);
  const same = [...byReason].map(
    ([reason, of]) => `${of.map(({ name }) => `"${name}"`).join(', ')} (${reason})`,
  );
  return `Skipped on this machine: ${same.join('; ')}.`;
}
