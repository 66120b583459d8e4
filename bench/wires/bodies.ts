import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  float,
  inner,
  message,
  remoteWriteOf,
  seriesOf,
  words,
} from '../../test/support/machines/wire-bodies.ts';

export interface WireBench {
  body: () => Promise<Buffer | string>;
  /** What reads it and what names its numbers: file and export. */
  modules: readonly [reader: readonly [string, string], names: readonly [string, string]];
  targetMs: number;
}

const FIXTURES = join(import.meta.dirname, '../../test/lib/adapters/machines/fixtures');
const AT_MS = 1_795_406_223_000;
const SERIES = 48;

const text = (name: string) => readFile(join(FIXTURES, name), 'utf8');
const readerIn = (file: string, name: string) => [`lib/adapters/machines/${file}.ts`, name] as const;
const namesIn = (file: string, name: string) =>
  [`lib/domain/machines/collectors/names/${file}.ts`, name] as const;

/** What each collector sends in a minute, as recorded. */
export const WIRES: Record<string, WireBench> = {
  'remote write, 48 series': {
    body: async () => {
      const series = seriesOf(
        `${await text('node-exporter-later.txt')}\n${await text('exporters.txt')}`,
        AT_MS,
      );
      // A third interface.
      const more = seriesOf('node_network_receive_bytes_total{device="eth1"} 5\nnode_load1 1', AT_MS);
      return remoteWriteOf([...series, ...more].slice(0, SERIES));
    },
    modules: [readerIn('remote-write', 'readRemoteWrite'), namesIn('prometheus', 'prometheusNames')],
    targetMs: 3,
  },
  'collectd, six intervals of 10 s': {
    body: async () => {
      const lists = JSON.parse(await text('collectd.json')) as unknown[];
      return Buffer.from(JSON.stringify(Array.from({ length: 6 }, () => lists).flat()));
    },
    modules: [readerIn('collectd', 'readCollectd'), namesIn('collectd', 'collectdNames')],
    targetMs: 2,
  },
  'OTLP, protobuf': {
    body: async () => Buffer.from(protobufOf(JSON.parse(await text('otel-collector.json')))),
    modules: [readerIn('otlp', 'readOtlp'), namesIn('otlp', 'otlpNames')],
    targetMs: 1,
  },
  'OTLP, JSON': {
    body: async () => Buffer.from(await text('otel-collector.json')),
    modules: [readerIn('otlp-json', 'readOtlpJson'), namesIn('otlp', 'otlpNames')],
    targetMs: 1,
  },
  'line protocol of Telegraf': {
    body: async () => Buffer.from(await text('telegraf.txt')),
    modules: [readerIn('line-protocol', 'readLineProtocol'), namesIn('influx', 'influxNames')],
    targetMs: 1,
  },
  'NRDP of NCPA': {
    body: () => text('ncpa.xml'),
    modules: [readerIn('nrdp', 'readNrdp'), namesIn('nrdp', 'nrdpNames')],
    targetMs: 1,
  },
  SNMP: {
    body: async () => Buffer.from(await text('snmp.txt')),
    modules: [readerIn('snmp', 'readSnmp'), namesIn('snmp', 'snmpNames')],
    targetMs: 1,
  },
};

interface Point {
  attributes?: { key: string; value: { stringValue: string } }[];
  asDouble?: number;
  asInt?: string;
}
interface Metric {
  name: string;
  gauge?: { dataPoints: Point[] };
  sum?: { dataPoints: Point[] };
}
interface Request {
  resourceMetrics: { scopeMetrics: { metrics: Metric[] }[] }[];
}

/** The same request in protobuf. */
function protobufOf({ resourceMetrics }: Request): Uint8Array {
  return messages(1, resourceMetrics, ({ scopeMetrics }) =>
    messages(2, scopeMetrics, ({ metrics }) => messages(2, metrics, metricOf)),
  );
}

function messages<T>(field: number, items: readonly T[], of: (item: T) => Uint8Array): Uint8Array {
  return message(...items.map((item) => inner(field, of(item))));
}

function metricOf({ name, gauge, sum }: Metric): Uint8Array {
  const points = messages(1, (gauge ?? sum)?.dataPoints ?? [], pointOf);
  return message(words(1, name), inner(gauge ? 5 : 7, points));
}

function pointOf({ attributes = [], asDouble = 0, asInt }: Point): Uint8Array {
  return message(
    ...attributes.map(({ key, value }) =>
      inner(7, message(words(1, key), inner(2, message(words(1, value.stringValue))))),
    ),
    (writer) => writer.tag(3, 1).fixed64(BigInt(AT_MS) * 1_000_000n),
    asInt === undefined ? float(4, asDouble) : (writer) => writer.tag(6, 1).sfixed64(BigInt(asInt)),
  );
}
