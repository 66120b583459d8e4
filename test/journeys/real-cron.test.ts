import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { needsCron } from '../support/lacking.ts';
import { startTestService, type Reply } from '../support/service/service.ts';

const TABLE = `/etc/cron.d/rollcall-test-${process.pid}`;

let cron: ChildProcess | undefined;
afterEach(async () => {
  await rm(TABLE, { force: true });
  if (cron && cron.exitCode === null) {
    cron.kill();
    await once(cron, 'exit');
  }
});

it('lines of a real cron daemon ping, also those of a job that runs several times a minute', async (test) => {
  const daemon = needsCron(test);
  await using service = await startTestService();
  const alice = await service.guest();
  const monitors = [await alice.createMonitor(), await alice.createMonitor({ interval_sec: 30 })];
  const lines = monitors.map((monitor) =>
    String(monitor['templates'].ingest_cron)
      .replace(/^(\S+\s+){5}/, '* * * * * root ')
      .replace('/path/to/your-job', '/bin/true'),
  );
  await writeFile(TABLE, ['SHELL=/bin/sh', 'PATH=/usr/bin:/bin', ...lines, ''].join('\n'), { mode: 0o644 });
  cron = spawn(daemon, ['-f'], { stdio: 'ignore' });

  await expect
    .poll(async () => (await alice.monitors()).map(({ state }: Reply['json']) => state), {
      timeout: 75_000,
      interval: 1_000,
    })
    .toEqual(['ok', 'ok']);
}, 90_000);
