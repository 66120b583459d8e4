import type { Reporter, TestModule } from 'vitest/node';

/** Names what passed only at its second try, with what the first failed of: a mistake in the test, or in Rollcall. */
export class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests('passed')) {
        if (!test.diagnostic()?.flaky) continue;
        const [error] = test.result().errors ?? [];
        console.log(
          `Passed at the second try: ${module.relativeModuleId} > ${test.fullName}\n  ${error?.message}`,
        );
      }
  }
}

/** A busy machine may cost a test its time once. What chance found (a property of fast-check) is never tried again. */
export const SECOND_TRY = { count: 1, condition: /^(?!Property failed)/ };
