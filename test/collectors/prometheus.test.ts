import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { freePorts } from '../support/servers/free-ports.ts';
import { needsProgram } from '../support/lacking.ts';
import { startDaemon, type Daemon } from './daemon.ts';
import { PASSWORD, startMariaDb, type MariaDb } from './mariadb.ts';
import { expectThisMachine } from './sane.ts';
import { startThisMachine, type Handed } from './this-machine.ts';
import { newWorkplace, type Workplace } from './workplace.ts';

function needsAll(test: TestContext): void {
  for (const program of ['prometheus', 'prometheus-node-exporter', 'prometheus-mysqld-exporter'])
    needsProgram(test, program);
  needsProgram(test, 'mariadbd', 'mariadb-server');
}

/** The exporters of a machine and of a database, and their ports. */
async function startExporters({ folder, write }: Workplace, db: MariaDb) {
  const first = await freePorts(2);
  const account = [
    '[client]',
    'user=hp_monitor',
    `password=${PASSWORD}`,
    'host=127.0.0.1',
    `port=${db.port}`,
  ];
  const asked = ['--no-collect.slave_status', `--config.my-cnf=${await write('my.cnf', account.join('\n'))}`];
  const at = (port: number) => `--web.listen-address=127.0.0.1:${port}`;
  const daemons = new AsyncDisposableStack();
  daemons.use(startDaemon('prometheus-node-exporter', [at(first)], folder));
  daemons.use(startDaemon('prometheus-mysqld-exporter', [...asked, at(first + 1)], folder));
  return { ports: [first, first + 1], [Symbol.asyncDispose]: () => daemons.disposeAsync() };
}

/** The part of a configuration that is handed out for Prometheus, behind what is to be scraped: each two seconds. */
async function startAgent({ folder, write }: Workplace, { setup }: Handed, ports: number[]): Promise<Daemon> {
  const part = setup.companions.find(({ title }) => title.startsWith('Prometheus'))?.content ?? '';
  const credential = await write('rollcall.credential', `${setup.connection.credential}\n`);
  const config = await write(
    'prometheus.yml',
    `global: { scrape_interval: 2s }
scrape_configs:
${ports.map((port) => `  - { job_name: '${port}', static_configs: [{ targets: ['127.0.0.1:${port}'] }] }`).join('\n')}
${part.replace('/etc/prometheus/rollcall.credential', credential)}
`,
  );
  const storage = `--storage.agent.path=${join(folder, 'agent')}`;
  const listens = `--web.listen-address=127.0.0.1:${await freePorts(1)}`;
  return startDaemon(
    'prometheus',
    ['--enable-feature=agent', `--config.file=${config}`, storage, listens],
    folder,
  );
}

it('Prometheus sends what two exporters say by the part that is handed out, until it is rotated', async (test) => {
  needsAll(test);
  await using machine = await startThisMachine();
  await using place = await newWorkplace();
  const handed = await machine.connect('alloy', ['system', 'mysql']);
  expect(handed.channel.notMeasured).toEqual([]);
  await using db = await startMariaDb(handed);
  await using exporters = await startExporters(place, db);
  await using agent = await startAgent(place, handed, exporters.ports);
  const { live } = await machine.sending('alloy', [
    'host.cpuPct',
    'disk.written',
    'network.out',
    'mysql.queries',
  ]);

  await expectThisMachine(live);
  expect(live.mysql).toMatchObject({ up: 1, threads: expect.any(Number), uptime: expect.any(Number) });
  expect(live.mysql['queries']).toBeGreaterThan(0);

  const kept = await machine.pausedWhileSent('alloy');
  expect(kept).toMatchObject({ state: 'paused', connected: false });
  expect(agent.said()).not.toMatch(/level=(?:warn|error)/);

  await machine.connect('alloy', ['system']);
  await machine.goOn('alloy');
  await expect.poll(agent.said, { timeout: 10_000 }).toMatch(/HTTP status 401 Unauthorized/);
  expect(await machine.channel('alloy')).toMatchObject({
    state: 'waiting',
    connected: false,
    connectedAt: null,
  });
  expect(machine.service.logged).toEqual([]);
});
