import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { startTestService } from '../support/service.ts';

const TABLE = `/etc/cron.d/rollcall-test-${process.pid}`;
/** A cron daemon needs root and reads the machine's own tables, so it runs only where that was asked for. */
const asked = process.env['REAL_CRON'] === '1' && process.getuid?.() === 0 && existsSync('/usr/sbin/cron');

let cron: ChildProcess | undefined;
afterEach(async () => {
  await rm(TABLE, { force: true });
  if (cron && cron.exitCode === null) {
    cron.kill();
    await once(cron, 'exit');
  }
});

it.runIf(asked)(
  'a line of a real cron daemon pings',
  async () => {
    await using service = await startTestService();
    const alice = await service.guest();
    const monitor = await alice.createMonitor();
    const line = String(monitor['templates'].ingest_cron).replace(
      /^(\S+\s+){5}\S+;/,
      '* * * * * root /bin/true;',
    );
    await writeFile(TABLE, `SHELL=/bin/sh\nPATH=/usr/bin:/bin\n${line}\n`, { mode: 0o644 });
    cron = spawn('/usr/sbin/cron', ['-f'], { stdio: 'ignore' });

    await expect
      .poll(async () => (await alice.call('GET', `/api/endpoints/${monitor['id']}`)).json['state'], {
        timeout: 75_000,
        interval: 1_000,
      })
      .toBe('ok');
  },
  90_000,
);
