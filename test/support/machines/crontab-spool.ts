import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'vitest';
import { needsProgram } from '../lacking.ts';
import { ran, type Ran, type Shell } from './shells.ts';

/** A `crontab` on a PATH of its own that keeps its jobs in a file and says what Debian's says. */
export interface CrontabSpool {
  folder: string;
  env: Record<string, string>;
  jobs(): Promise<Buffer | null>;
  setJobs(jobs: string | Buffer): Promise<void>;
  /** Puts another `crontab` in its place; `$SPOOL` is the file. */
  replaceCrontab(script: string): Promise<void>;
  /** Skips a test where a shell is missing, or runs a `crontab` of its own, as that of a static busybox does. */
  needsShell(test: TestContext, shell: Shell): Promise<void>;
  /** Has a shell read commands, each from a line of its own; never one that would change the crontab of this machine. */
  run(program: readonly string[], commands: readonly string[], env?: Record<string, string>): Promise<Ran>;
  [Symbol.asyncDispose](): Promise<void>;
}

const CRONTAB = `case $1 in
-l) [ -f "$SPOOL" ] || { echo "no crontab for alice" >&2; exit 1; }; cat "$SPOOL";;
-) cat >"$SPOOL.new" && mv "$SPOOL.new" "$SPOOL";;
-r) rm "$SPOOL";;
*) cat "$1" >"$SPOOL.new" && mv "$SPOOL.new" "$SPOOL";;
esac`;

/** An option that no real `crontab` has. */
const IS_STAND_IN = '-Q';
const NOT_OURS = 77;

export async function startCrontabSpool(): Promise<CrontabSpool> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-crontab-'));
  const file = join(folder, 'jobs');
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'tmp'));
  const read = async ([program = '', ...args]: readonly string[], commands: readonly string[], env = {}) => {
    const script = join(folder, 'commands');
    await writeFile(script, [`crontab ${IS_STAND_IN} || exit ${NOT_OURS}`, ...commands, ''].join('\n'));
    return ran(program, [...args, script], '', { ...spool.env, ...env });
  };
  const spool: CrontabSpool = {
    folder,
    env: {
      HOME: folder,
      TMPDIR: join(folder, 'tmp'),
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
    },
    jobs: () => readFile(file).catch(() => null),
    setJobs: (jobs) => writeFile(file, jobs),
    replaceCrontab: (script) =>
      writeFile(
        join(folder, 'bin/crontab'),
        `#!/bin/sh\n[ "$1" = ${IS_STAND_IN} ] && exit 0\nSPOOL=${file}\n${script}\n`,
        { mode: 0o755 },
      ),
    needsShell: async (test, { program, args, debianPackage }) => {
      needsProgram(test, program, debianPackage);
      const { code } = await read([program, ...args], []);
      test.skip(
        code === NOT_OURS,
        `it needs ${program} without a crontab of its own: sudo apt-get install ${debianPackage}`,
      );
    },
    run: async (program, commands, env) => {
      const ended = await read(program, commands, env);
      if (ended.code === NOT_OURS) throw new Error(`${program.join(' ')} has a crontab of its own.`);
      return ended;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
  await spool.replaceCrontab(CRONTAB);
  return spool;
}
