import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What a shell printed and ended with. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A `crontab` on a PATH of its own that keeps its jobs in a file and says what Debian's says. */
export interface CrontabSpool {
  folder: string;
  env: Record<string, string>;
  jobs(): Promise<Buffer | null>;
  setJobs(jobs: string | Buffer): Promise<void>;
  /** Puts another `crontab` in its place; `$SPOOL` is the file. */
  replaceCrontab(script: string): Promise<void>;
  /** Has a shell read commands, each from a line of its own. */
  run(program: readonly string[], commands: readonly string[], env?: Record<string, string>): Promise<Ended>;
  [Symbol.asyncDispose](): Promise<void>;
}

const CRONTAB = `case $1 in
-l) [ -f "$SPOOL" ] || { echo "no crontab for alice" >&2; exit 1; }; cat "$SPOOL";;
-) cat >"$SPOOL.new" && mv "$SPOOL.new" "$SPOOL";;
-r) rm "$SPOOL";;
*) echo "usage" >&2; exit 2;;
esac`;

export async function startCrontabSpool(): Promise<CrontabSpool> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-crontab-'));
  const file = join(folder, 'jobs');
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'tmp'));
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
      writeFile(join(folder, 'bin/crontab'), `#!/bin/sh\nSPOOL=${file}\n${script}\n`, { mode: 0o755 }),
    run: async ([program = '', ...args], commands, env = {}) => {
      const script = join(folder, 'commands');
      await writeFile(script, `${commands.join('\n')}\n`);
      return new Promise((resolve) => {
        execFile(
          program,
          [...args, script],
          { env: { ...spool.env, ...env }, cwd: folder },
          (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
        );
      });
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
  await spool.replaceCrontab(CRONTAB);
  return spool;
}
