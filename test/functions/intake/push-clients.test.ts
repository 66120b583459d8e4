import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { InfluxDB, Point } from '@influxdata/influxdb-client';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter, type ResourceMetrics } from '@opentelemetry/sdk-metrics'; // prettier-ignore
import { pushTimeseries, type MinimalFetch } from 'prometheus-remote-write';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../lib/adapters/wires/fixtures.ts';
import { newCollector } from '../../support/collectors.ts';
import { programPath } from '../../support/programs.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { seriesOf } from '../../support/wire-bodies.ts';

const run = promisify(execFile);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
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

describe.each([
  ['protobuf', ProtoExporter, 'none'],
  ['protobuf in gzip', ProtoExporter, 'gzip'],
  ['JSON', JsonExporter, 'none'],
  ['JSON in gzip', JsonExporter, 'gzip'],
] as const)('an exporter of OpenTelemetry by %s', (_form, Exporter, compression) => {
  /** Exports twice, with a minute between, and returns what came of each. */
  async function exported(credential: string): Promise<boolean[]> {
    const exporter: PushMetricExporter = new Exporter({
      url: `${service.url}/i/otlp/v1/metrics`,
      headers: { Authorization: `Bearer ${credential}` },
      compression: compression as never,
      timeoutMillis: 2_000,
    });
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
    const provider = new MeterProvider({ readers: [reader] });
    const meter = provider.getMeter('machine');
    const received = meter.createCounter('system.network.io');
    const load = meter.createGauge('system.cpu.load_average.1m');
    const outcomes: boolean[] = [];
    for (const bytes of [1_000_000, 60_000_000]) {
      received.add(bytes, { device: 'eth0', direction: 'receive' });
      load.record(0.42);
      const { resourceMetrics } = await reader.collect();
      if (outcomes.length > 0) aMinuteLater(resourceMetrics);
      const { code } = await new Promise<{ code: number }>((resolve) => {
        exporter.export(resourceMetrics, resolve);
      });
      outcomes.push(code === 0);
      service.clock.advance(60);
    }
    // Not the provider, which would export once more.
    await exporter.shutdown();
    return outcomes;
  }

  it('is taken, and a sum becomes a rate', async () => {
    const { credential, numbers } = await newCollector(service, 'opentelemetry');

    expect(await exported(credential)).toEqual([true, true]);
    expect(await numbers()).toMatchObject({ 'host.load1': 0.42 });
    expect((await numbers())['network.in']).toBeCloseTo(8, 0);
  });

  it('gives up on a credential that is none', async () => {
    expect(await exported('hpc_none')).toEqual([false, false]);
  });
});

/** As if the machine's clock went on as ours does. */
function aMinuteLater({ scopeMetrics }: ResourceMetrics): void {
  const points = scopeMetrics.flatMap(({ metrics }) => metrics).flatMap((each) => [...each.dataPoints]);
  // Points of one moment share it.
  for (const endTime of new Set(points.map((point: { endTime: [number, number] }) => point.endTime)))
    endTime[0] += 60;
}

describe('a client of InfluxDB', () => {
  it('writes points by the second API', async () => {
    const { credential, numbers } = await newCollector(service, 'telegraf');
    const api = new InfluxDB({ url: `${service.url}/i/influx`, token: credential }).getWriteApi(
      'hp',
      'dev',
      's',
    );

    api.writePoints([
      new Point('system').tag('host', 'dev').floatField('load1', 4.5),
      new Point('mem').floatField('used_percent', 25.5).intField('total', 8_589_934_592),
    ]);
    await api.close();

    expect(await numbers()).toMatchObject({
      'host.load1': 4.5,
      'host.memoryPct': 25.5,
      'host.memoryTotal': 8_192,
    });
  });

  it('is told that it may not', async () => {
    const failed: Error[] = [];
    const api = new InfluxDB({ url: `${service.url}/i/influx`, token: 'x' }).getWriteApi('hp', 'dev', 's', {
      maxRetries: 0,
      // Else the client prints it.
      writeFailed: async (error) => void failed.push(error),
    });
    api.writePoint(new Point('system').floatField('load1', 4.5));

    await api.close();

    expect(failed).toMatchObject([{ statusCode: 401 }]);
  });

  it('of the first API asks whether somebody is there, and needs no credential for that', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await service.call(method, '/i/influx/ping')).status).toBe(204);
    expect((await service.call('POST', '/i/influx/ping')).status).toBe(405);
  });
});

it('curl sends what snmpget printed, twice, as a form', async (test) => {
  const curl = programPath('curl');
  test.skip(curl === null, 'it needs curl: sudo apt-get install curl');
  const { credential, numbers } = await newCollector(service, 'snmp');
  const sent = async (name: string) => {
    const file = `${import.meta.dirname}/../../lib/adapters/wires/fixtures/${name}`;
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
