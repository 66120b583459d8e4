import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { needsProgram } from '../support/lacking.ts';
import { startDaemon, type Daemon } from './daemon.ts';
import { PASSWORD, PLACEHOLDER, startMariaDb, type MariaDb } from './mariadb.ts';
import { expectThisMachine } from './sane.ts';
import { startThisMachine, type Handed } from './this-machine.ts';
import { newWorkplace, type Workplace } from './workplace.ts';

function needsAll(test: TestContext): void {
  needsProgram(test, 'collectd', 'collectd-core libyajl2 libcurl3-gnutls libmariadb3');
  needsProgram(test, 'mariadbd', 'mariadb-server');
}

/** The main file, beside which ours is put: what its package says there, in a place of its own. */
const mainFile = (folder: string) => `BaseDir "${folder}"
PIDFile "${join(folder, 'collectd.pid')}"
Hostname "this-machine"
FQDNLookup false
LoadPlugin logfile
<Plugin logfile>
  LogLevel info
  File stdout
</Plugin>
Include "${join(folder, 'collectd.conf.d')}/*.conf"
`;

/** The configuration as it is handed out, each two seconds in the place of sixty, for a database that listens elsewhere. */
const quickened = ({ setup }: Handed, { port }: MariaDb) =>
  setup.configuration
    .replaceAll(/^( *(?:Interval|FlushInterval|FlushTimeout)) 60$/gm, '$1 2')
    .replace(PLACEHOLDER, PASSWORD)
    .replace('Host "localhost"', `Host "127.0.0.1"\n    Port ${port}`);

async function startCollectd({ folder, write }: Workplace, configuration: string): Promise<Daemon> {
  await write('collectd.conf.d/rollcall.conf', configuration);
  const config = await write('collectd.conf', mainFile(folder));
  return startDaemon('collectd', ['-f', '-C', config], folder);
}

it('collectd sends a machine and its database by the file that is handed out, until it is rotated', async (test) => {
  needsAll(test);
  await using machine = await startThisMachine();
  await using place = await newWorkplace();
  const handed = await machine.connect('collectd', ['system', 'mysql', 'asterisk']);
  expect(handed.channel.notMeasured).toEqual(['asterisk']);
  await using db = await startMariaDb(handed);
  await using collectd = await startCollectd(place, quickened(handed, db));
  const { live } = await machine.sending('collectd', [
    'host.cpuPct',
    'disk.written',
    'network.out',
    'mysql.queries',
  ]);

  await expectThisMachine(live);
  expect(live.mysql).toMatchObject({ up: 1, threads: expect.any(Number) });
  expect(live.mysql['queries']).toBeGreaterThan(0);
  // It names each answer that is not 200, and each plugin that fails.
  expect(collectd.said()).not.toMatch(/error|fail/i);

  const kept = await machine.pausedWhileSent('collectd');
  expect(collectd.said()).not.toMatch(/error|fail/i);
  expect(kept).toMatchObject({ state: 'paused', connected: false });

  await machine.connect('collectd', ['system']);
  expect(await machine.channel('collectd')).toMatchObject({ state: 'paused' });
  await machine.goOn('collectd');
  await expect.poll(collectd.said, { timeout: 10_000 }).toMatch(/HTTP Error code: 401/);
  expect(await machine.channel('collectd')).toMatchObject({
    state: 'waiting',
    connected: false,
    connectedAt: null,
  });
  expect(machine.service.logged).toEqual([]);
});
