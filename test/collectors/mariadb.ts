import { join } from 'node:path';
import { expect } from 'vitest';
import { freePorts } from '../support/servers/free-ports.ts';
import { ran } from '../support/machines/shells.ts';
import { runAsNobody, startDaemon } from './daemon.ts';
import type { Handed } from './this-machine.ts';
import { newWorkplace } from './workplace.ts';

/** A database server of its own, with no data but the account that a companion makes. */
export interface MariaDb {
  port: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What stands for the password in what is handed out, and what is put in its place. */
export const PLACEHOLDER = '<PASSWORD>';
export const PASSWORD = 'correct-horse';

/** Its account has the statements that were handed out. */
export async function startMariaDb({ setup }: Handed): Promise<MariaDb> {
  await using stack = new AsyncDisposableStack();
  const { folder } = stack.use(await newWorkplace());
  const [datadir, socket, port] = [join(folder, 'data'), join(folder, 's'), await freePorts(1)];
  const install = `--no-defaults --datadir=${datadir} --auth-root-authentication-method=normal --skip-test-db`;
  await runAsNobody('mariadb-install-db', install.split(' '), folder);
  const server = `--no-defaults --datadir=${datadir} --socket=${socket} --port=${port} --bind-address=127.0.0.1`;
  stack.use(startDaemon('mariadbd', [...server.split(' '), '--innodb-buffer-pool-size=16M'], folder));
  const ask = (sql: string) => ran('mariadb', ['--no-defaults', '--socket', socket, '--user', 'root'], sql);
  await expect.poll(async () => (await ask('SELECT 1')).code, { timeout: 20_000, interval: 100 }).toBe(0);
  const companion = setup.companions.find(({ content }) => content.includes('CREATE USER'));
  expect(await ask((companion?.content ?? '').replaceAll(PLACEHOLDER, PASSWORD))).toMatchObject({ code: 0 });
  const kept = stack.move();
  return { port, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
