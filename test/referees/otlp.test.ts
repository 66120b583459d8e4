import { gunzipSync } from 'node:zlib';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import { expect, it } from 'vitest';
import { readOtlp } from '../../lib/adapters/machines/otlp.ts';
import { readOtlpJson } from '../../lib/adapters/machines/otlp-json.ts';
import { WireError } from '../../lib/adapters/machines/wire.ts';
import { sentBy } from '../support/machines/wire-bodies.ts';

/** What an application with OpenTelemetry's SDK sends. */
const sentWith = (exporterFor: (url: string) => PushMetricExporter) =>
  sentBy(async (url) => {
    const reader = new PeriodicExportingMetricReader({
      exporter: exporterFor(`${url}/v1/metrics`),
      exportIntervalMillis: 3_600_000,
    });
    const provider = new MeterProvider({ readers: [reader] });
    const meter = provider.getMeter('machine');
    meter.createCounter('system.network.io').add(12_345, { device: 'eth0', direction: 'receive' });
    meter.createGauge('system.cpu.load_average.1m').record(0.42, { cores: 4, idle: false, share: 0.5 });
    meter.createUpDownCounter('mysql.threads').add(-3);
    meter.createHistogram('http.duration').record(5);
    await provider.forceFlush();
    await provider.shutdown();
  });

const atSec = expect.closeTo(Date.now() / 1000, -2);
const EXPECTED = [
  { name: 'system.network.io', labels: { device: 'eth0', direction: 'receive' }, value: 12_345, atSec },
  {
    name: 'system.cpu.load_average.1m',
    labels: { cores: '4', idle: 'false', share: '0.5' },
    value: 0.42,
    atSec,
  },
  { name: 'mysql.threads', labels: {}, value: -3, atSec },
];

it.each([
  ['protobuf', (url: string) => new ProtoExporter({ url }), readOtlp],
  ['JSON', (url: string) => new JsonExporter({ url }), readOtlpJson],
] as const)('reads what the SDK sends as %s', async (_form, exporterFor, read) => {
  const [sent] = await sentWith(exporterFor);

  expect(read(sent?.body ?? Buffer.alloc(0))).toEqual(EXPECTED);
});

it('reads what the SDK sends as protobuf in gzip', async () => {
  const [sent] = await sentWith((url) => new ProtoExporter({ url, compression: 'gzip' as never }));

  expect(sent?.headers['content-encoding']).toBe('gzip');
  expect(readOtlp(gunzipSync(sent?.body ?? ''))).toEqual(EXPECTED);
});

it('never throws anything but a WireError, wherever the body is cut off', async () => {
  const [sent] = await sentWith((url) => new ProtoExporter({ url }));
  const body = sent?.body ?? Buffer.alloc(0);
  let refused = 0;
  for (let at = 1; at < body.length; at += 1) {
    try {
      readOtlp(body.subarray(0, at));
    } catch (error) {
      expect(error).toBeInstanceOf(WireError);
      refused += 1;
    }
  }

  expect(refused).toBe(body.length - 1);
});
