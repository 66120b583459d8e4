import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real cron daemon and its real `crontab`, where nothing of the machine's own crontabs is seen or changed. */
export interface PrivateCron {
  /** Runs commands that may use `crontab`. */
  run(commands: readonly string[]): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Runs each line of its input, which names a script and a file for what it prints, until the input ends. It waits at first:
 * cron does not see a change in the second in which it began.
 */
const RUNNER = `set -e
mount -t tmpfs none /var/spool/cron/crontabs
chgrp crontab /var/spool/cron/crontabs
chmod 1730 /var/spool/cron/crontabs
mount -t tmpfs none /run
mount -t tmpfs none /etc/cron.d
mount --bind /dev/null /etc/crontab
"$1" -f </dev/null >/dev/null 2>&1 &
trap "kill $!" 0
sleep 1.1
while read -r script printed; do
  sh "$script" </dev/null >"$printed" 2>&1 || true
  echo done
done`;

/** Needs root: the daemon and what uses its crontabs have a mount namespace of their own. */
export async function startPrivateCron(daemon: string): Promise<PrivateCron> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-cron-'));
  const child = spawn('unshare', ['-m', 'sh', '-c', RUNNER, 'sh', daemon], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder },
  });
  const printed = join(folder, 'printed');
  return {
    run: async (commands) => {
      const script = join(folder, 'commands');
      await writeFile(script, `${commands.join('\n')}\n`);
      child.stdin.write(`${script} ${printed}\n`);
      await Promise.race([
        once(child.stdout, 'data'),
        once(child, 'exit').then(() => Promise.reject(new Error('cron ended'))),
      ]);
      return readFile(printed, 'utf8');
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
