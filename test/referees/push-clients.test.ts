import { InfluxDB, Point } from '@influxdata/influxdb-client';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { beforeEach, describe, expect, it } from 'vitest';
import { newCollector } from '../support/machines/collectors.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const service = shared(startTestService);
beforeEach(() => void service.clock.advance(3_600));

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
});
