import { spawn } from 'node:child_process';
import { DEPCRUISE, hasDepcruise } from './depcruise.ts';
import { isThorough, LONG_TESTS } from './long-tests.ts';
import { skippedLine, type Skipped } from './skip-reporter.ts';

// Several checkers each learn the same types again, and beside the tests no core waits for them. What they learn they keep
// to the end: looking for garbage as often as Go does by default is a fifth of their work.
const GO = { GOGC: '400' };
const TYPES = ['tsc', '--noEmit', '--checkers', '1'];

/** What `npm test` proves, one command each; the tests run beside the quick checks. */
const STEPS: { name: string; command: string[] }[] = [
  { name: 'types', command: TYPES },
  { name: 'types of the console', command: [...TYPES, '--project', 'lib/console'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  ...(hasDepcruise() ? [{ name: 'imports', command: DEPCRUISE }] : []),
  { name: 'tests', command: ['vitest', 'run', ...process.argv.slice(2)] },
];

const skipped: Skipped[] = hasDepcruise()
  ? []
  : [{ name: 'imports', reason: 'it needs what `npm run imports` installs' }];
const results = await Promise.all(STEPS.map(run));
const failed = results.filter((result) => !result.passed).map((result) => result.name);
// Where everything is installed, a test that does not run is a mistake.
if (skipped.length > 0 && process.env['NO_SKIPS'] === '1') failed.push('something was skipped');
console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}.`);
if (skipped.length > 0) console.log(skippedLine(skipped));
if (!isThorough())
  console.log(
    `Not run without THOROUGH=1: ${LONG_TESTS.join(', ')}, and further cases in other files (CONTRIBUTING.md).`,
  );
process.exitCode = failed.length === 0 ? 0 : 1;

/** Quick checks print when they end; the tests print as they go and tell at their end what they skipped. */
function run(step: (typeof STEPS)[number]): Promise<{ name: string; passed: boolean }> {
  const [program = '', ...args] = step.command;
  const live = step.name === 'tests';
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...GO },
      stdio: live ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    });
    child.on('message', (message: { skipped: Skipped[] }) => skipped.push(...message.skipped));
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      const passed = code === 0;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(
        `${passed ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)${passed || live ? '' : `\n${output}`}`,
      );
      resolve({ name: step.name, passed });
    });
  });
}
