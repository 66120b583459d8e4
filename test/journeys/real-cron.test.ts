import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { needsCron } from '../support/lacking.ts';
import { startTestService } from '../support/service.ts';

const TABLE = `/etc/cron.d/rollcall-test-${process.pid}`;

let cron: ChildProcess | undefined;
afterEach(async () => {
  await rm(TABLE, { force: true });
  if (cron && cron.exitCode === null) {
    cron.kill();
    await once(cron, 'exit');
  }
});

it('a line of a real cron daemon pings', async (test) => {
  const daemon = needsCron(test);
  await using service = await startTestService();
  const alice = await service.guest();
  const monitor = await alice.createMonitor();
  const line = String(monitor['templates'].ingest_cron).replace(
    /^(\S+\s+){5}\S+;/,
    '* * * * * root /bin/true;',
  );
  await writeFile(TABLE, `SHELL=/bin/sh\nPATH=/usr/bin:/bin\n${line}\n`, { mode: 0o644 });
  cron = spawn(daemon, ['-f'], { stdio: 'ignore' });

  await expect
    .poll(async () => (await alice.call('GET', `/api/endpoints/${monitor['id']}`)).json['state'], {
      timeout: 75_000,
      interval: 1_000,
    })
    .toBe('ok');
}, 90_000);
