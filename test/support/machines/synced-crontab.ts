import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import type { Person } from '../service/service.ts';
import { startCrontabSpool, type CrontabSpool } from './crontab-spool.ts';
import { startRollcall } from './rollcall-command.ts';
import { byCron, ran, type Ran, type Shell } from './shells.ts';

/** A crontab of one's own, and what `rollcall sync` needs to watch it. */
export interface SyncedCrontab extends CrontabSpool {
  env: Record<string, string>;
  /** Says where the service is and by which keys. */
  setKey(url: string, ...words: string[]): Promise<void>;
  /** `rollcall sync --user` on it. */
  sync(test: TestContext, shell: Shell, ...words: string[]): Promise<Ran>;
  text(): Promise<string>;
  /** Runs a line as cron does: by its shell, with the input that stands in it. */
  runLine(line: string, shell?: string): Promise<Ran>;
}

export async function startSyncedCrontab(): Promise<SyncedCrontab> {
  const spool = await startCrontabSpool();
  const home = join(spool.folder, 'home');
  await mkdir(join(home, '.config/rollcall'), { recursive: true });
  const env: Record<string, string> = { ...spool.env, HOME: home };
  const keyFile = join(home, '.config/rollcall/key');
  return {
    ...spool,
    env,
    setKey: async (...lines) => {
      await rm(keyFile, { force: true });
      await writeFile(keyFile, `${lines.join('\n')}\n`, { mode: 0o600 });
    },
    sync: (test, shell, ...words) =>
      startRollcall(test, shell, ['sync', '--user', '--host', 'web1', '--tz', 'Europe/Lisbon', ...words], {
        env,
      }).ended,
    text: async () => readFile(join(spool.folder, 'jobs'), 'utf8'),
    runLine: (line, shell = 'sh') => {
      const { command, input } = byCron(line);
      const PATH = env['PATH'] ?? '';
      return ran(shell, ['-c', command], input, { HOME: home, PATH, SHELL: shell, ROLLCALL_PATIENCE: '0' });
    },
  };
}

/** The words of a key file by which jobs of somebody ping, and sync asks. */
export async function keysOf(owner: Person, url: string): Promise<[string, string, string]> {
  return [url, await owner.ingestKey(), owner.token];
}
