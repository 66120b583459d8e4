import type { System } from '../../devices/facts.ts';
import type { Group } from '../collector.ts';
import { companionsOf, PASSWORD } from './companions.ts';
import { KEPT_METRICS } from './kept-metrics.ts';
import { ROOTS } from './machine.ts';
import type { Writer } from './setup.ts';

const PATH = '/i/otlp';

/**
 * A file beside the main one of the OpenTelemetry Collector (contrib), which makes one of all that it is given. Its exporter is
 * called `otlp_http` since 0.144, and has been understood by this name before and since.
 */
export const opentelemetrySetup: Writer = ({ measured, ingestOrigin, credential, machine }) => {
  const receivers = receiversOf(measured, machine.os);
  const content = [
    '# Rollcall: the last numbers of this machine, each minute. It has names of its own, so it stands beside your files.',
    'receivers:',
    ...receivers.flatMap(({ name, lines }) => [`  ${name}:`, ...lines.map((line) => `    ${line}`)]),
    'processors:',
    '  filter/rollcall:',
    '    metrics:',
    '      metric:',
    `        - 'not IsMatch(name, "^(${measured.flatMap((group) => KEPT[group]).join('|')})")'`,
    '  batch/rollcall:',
    '    timeout: 10s',
    'exporters:',
    '  otlphttp/rollcall:',
    `    endpoint: ${ingestOrigin}${PATH}`,
    '    headers:',
    `      Authorization: "Bearer ${credential}"`,
    'service:',
    '  pipelines:',
    '    metrics/rollcall:',
    `      receivers: [${receivers.map(({ name }) => name).join(', ')}]`,
    '      processors: [filter/rollcall, batch/rollcall]',
    '      exporters: [otlphttp/rollcall]',
  ].join('\n');
  const file = { owner: 'root', group: 'otelcol-contrib', mode: '0640', content: `${content}\n` };
  return {
    path: `${PATH}/v1/metrics`,
    scheme: 'bearer',
    files: [{ name: 'rollcall.yaml', path: '/etc/otelcol-contrib/rollcall.yaml', ...file }],
    companions: companionsOf(measured),
  };
};

/** How the names begin that we read; the rest has names of tables and processes in it, and stays on the machine. A `$` would be taken for a variable. */
const KEPT: Readonly<Record<Group, readonly string[]>> = {
  host: [
    'system.cpu.time',
    'system.cpu.load_average',
    'system.memory.usage',
    'system.paging.usage',
    'system.processes.count',
    'system.uptime',
  ],
  disk: ['system.filesystem.usage', 'system.disk.io'],
  network: ['system.network.io'],
  mysql: ['mysql.threads', 'mysql.uptime', 'mysql.query.count'],
  asterisk: KEPT_METRICS.asterisk,
};

interface Receiver {
  name: string;
  lines: readonly string[];
}

/** A scraper without settings is a name with nothing behind it. */
function scrapersOf(group: Group, os: System): readonly string[] {
  switch (group) {
    case 'host':
      return ['cpu:', 'load:', 'memory:', 'paging:', ...(os === 'windows' ? [] : ['processes:']), 'system:'];
    case 'disk': {
      const root = ['  include_mount_points:', '    match_type: strict', `    mount_points: [${ROOTS[os]}]`];
      return ['filesystem:', ...root, 'disk:'];
    }
    case 'network':
      return ['network:'];
    default:
      return [];
  }
}

function receiversOf(measured: readonly Group[], os: System): Receiver[] {
  const scrapers = measured.flatMap((group) => scrapersOf(group, os));
  const machine = ['collection_interval: 60s', 'scrapers:', ...scrapers.map((line) => `  ${line}`)];
  return [
    ...(scrapers.length > 0 ? [{ name: 'hostmetrics/rollcall', lines: machine }] : []),
    ...(measured.includes('mysql') ? [{ name: 'mysql/rollcall', lines: MYSQL }] : []),
    ...(measured.includes('asterisk') ? [{ name: 'prometheus/rollcall', lines: ASTERISK }] : []),
  ];
}

const MYSQL = [
  'endpoint: localhost:3306',
  'username: hp_monitor',
  `password: "${PASSWORD}"`,
  'collection_interval: 60s',
  'metrics:',
  '  mysql.query.count:',
  '    enabled: true',
];

const ASTERISK = [
  'config:',
  '  scrape_configs:',
  '    - job_name: asterisk',
  '      scrape_interval: 60s',
  '      static_configs:',
  '        - targets: ["127.0.0.1:8088"]',
];
