import { spawnSync } from 'node:child_process';
import { DEPCRUISE, hasDepcruise } from './depcruise.ts';

/** Reads the import rules, by what has a lock file of its own since it needs a newer Node than `npm ci` may ask for. */
const run = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;

const installed = hasDepcruise()
  ? 0
  : run('npm', ['ci', '--prefix', 'test/imports', '--no-audit', '--no-fund']);
const [program = '', ...args] = DEPCRUISE;
process.exitCode = installed === 0 ? run(program, args) : installed;
