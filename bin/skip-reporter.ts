import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** A test that this machine could not run, and why. */
export interface Skipped {
  name: string;
  reason: string;
}

/**
 * Tells the process that started vitest what was skipped. A filter by name skips tests too, without a reason; without
 * such a filter none goes unmentioned.
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
    process.send?.({ skipped });
  }
}
