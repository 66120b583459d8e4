import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pushTimeseries, type MinimalFetch } from 'prometheus-remote-write';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../lib/adapters/machines/fixtures.ts';
import { newCollector } from '../../support/machines/collectors.ts';
import { programPath } from '../../support/machines/programs.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { seriesOf } from '../../support/machines/wire-bodies.ts';
import { itThorough } from '../../support/thorough.ts';

const run = promisify(execFile);

const service = shared(startTestService);
beforeEach(() => void service.clock.advance(3_600));

/** Recorded 359 s apart. */
const LATER_SEC = 359;

describe('a client of Prometheus', () => {
  const options = (credential: string) => ({
    url: `${service.url}/i/prom/api/v1/write`,
    headers: { authorization: `Bearer ${credential}`, 'content-encoding': 'snappy' },
    // Its own is not installed.
    fetch: fetch as unknown as MinimalFetch,
  });

  it('sends what node exporter exposes, twice, and its counters are rates', async () => {
    const { credential, numbers } = await newCollector(service, 'alloy');
    const sent = (name: string) =>
      pushTimeseries(seriesOf(fixture(name).toString(), service.clock.now()), options(credential));

    expect((await sent('node-exporter.txt')).status).toBe(204);
    const first = await numbers();
    service.clock.advance(LATER_SEC);
    expect((await sent('node-exporter-later.txt')).status).toBe(204);

    expect(Object.keys(first)).not.toContain('host.cpuPct');
    const second = await numbers();
    for (const rate of ['host.cpuPct', 'disk.written', 'network.in', 'network.out'])
      expect(second[rate], rate).toBeGreaterThanOrEqual(0);
    expect(second['host.memoryPct']).toBeGreaterThan(0);
  });

  it('hears of a credential that is none', async () => {
    const { status, errorMessage } = await pushTimeseries(
      { labels: { __name__: 'up' }, samples: [{ value: 1 }] },
      options('hpc_none'),
    );

    expect([status, JSON.parse(errorMessage ?? '')['error']]).toEqual([401, 'credencial_invalida']);
  });
});

it('a client of the first API of InfluxDB asks whether somebody is there, and needs no credential for that', async () => {
  for (const method of ['GET', 'HEAD'])
    expect((await service.call(method, '/i/influx/ping')).status).toBe(204);
  expect((await service.call('POST', '/i/influx/ping')).status).toBe(405);
});

itThorough('curl sends what snmpget printed, twice, as a form', async (test) => {
  const curl = programPath('curl');
  test.skip(curl === null, 'it needs curl: sudo apt-get install curl');
  const { credential, numbers } = await newCollector(service, 'snmp');
  const sent = async (name: string) => {
    const file = `${import.meta.dirname}/../../lib/adapters/machines/fixtures/${name}`;
    const told = [
      '-fsS',
      '-m',
      '20',
      '-H',
      `Authorization: Bearer ${credential}`,
      '--data-binary',
      `@${file}`,
    ];
    const { stdout } = await run(curl ?? '', [...told, `${service.url}/i/snmp`]);
    return JSON.parse(stdout);
  };

  expect(await sent('snmp.txt')).toEqual({ ok: true });
  service.clock.advance(LATER_SEC);
  expect(await sent('snmp-later.txt')).toEqual({ ok: true });

  const kept = await numbers();
  for (const field of ['host.load1', 'host.cpuPct', 'host.memoryPct', 'network.in'])
    expect(kept[field], field).toBeGreaterThanOrEqual(0);
});

it('what collectd recorded is answered with exactly 200', async () => {
  const { push, numbers } = await newCollector(service, 'collectd', { monitoring: ['system', 'mysql'] });

  expect((await push({ body: fixture('collectd-first.json') })).status).toBe(200);
  service.clock.advance(60);
  expect((await push({ body: fixture('collectd.json') })).status).toBe(200);

  const kept = await numbers();
  for (const field of ['host.load1', 'host.cpuPct', 'disk.usedPct', 'network.in'])
    expect(kept[field], field).toBeGreaterThanOrEqual(0);
});

it('what NCPA sends is answered by a result in XML', async () => {
  const { push, numbers, credential } = await newCollector(service, 'ncpa');
  const form = new URLSearchParams({
    token: credential,
    cmd: 'submitcheck',
    XMLDATA: fixture('ncpa.xml').toString(),
  });

  const reply = await push({ headers: { authorization: '' }, body: form.toString() });

  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(reply.text).toContain('<result><status>0</status><message>OK</message><meta><output>');
  expect(Object.keys(await numbers())).toContain('host.cpuPct');
});
