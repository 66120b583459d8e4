import { spawn } from 'node:child_process';

/** What `npm test` proves, one command each; the tests run beside the quick checks. */
const STEPS: { name: string; command: string[] }[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  {
    name: 'imports',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err',
      'bin',
      'lib',
      'functions',
    ],
  },
  { name: 'tests', command: ['vitest', 'run', ...process.argv.slice(2)] },
];

const results = await Promise.all(STEPS.map(run));
const failed = results.filter((result) => !result.passed);
console.log(
  failed.length === 0
    ? '\nEverything passed.'
    : `\nFailed: ${failed.map((result) => result.name).join(', ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Quick checks print when they end; the tests print as they go. */
function run(step: (typeof STEPS)[number]): Promise<{ name: string; passed: boolean }> {
  const [program = '', ...args] = step.command;
  const live = step.name === 'tests';
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
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
