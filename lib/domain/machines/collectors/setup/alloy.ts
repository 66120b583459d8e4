import type { System } from '../../devices/facts.ts';
import type { Group } from '../collector.ts';
import { companionsOf, PASSWORD } from './companions.ts';
import { keptExpression } from './kept-metrics.ts';
import type { Companion, SetupInput, Writer } from './setup.ts';

const PATH = '/i/prom/api/v1/write';

/**
 * A file beside Grafana Alloy's own, all of which it reads as one when it is given their directory; so labels of components
 * are ours alone. What is kept is what makes 48 series of 500.
 */
export const alloySetup: Writer = (input) => {
  const { measured, machine, credential } = input;
  const content = [
    '// Rollcall: the last numbers of this machine, each minute. It has labels of its own, so it stands beside your files.',
    ...scrapes(measured, machine.os),
    block('prometheus.relabel "rollcall"', [
      'forward_to = [prometheus.remote_write.rollcall.receiver]',
      'rule {',
      '  source_labels = ["__name__"]',
      `  regex         = "${keptExpression(measured)}"`,
      '  action        = "keep"',
      '}',
      // The instance is the name of the host.
      'rule {',
      '  regex  = "instance|job"',
      '  action = "labeldrop"',
      '}',
    ]),
    block('prometheus.remote_write "rollcall"', [
      'endpoint {',
      `  url = "${input.ingestOrigin}${PATH}"`,
      '  authorization {',
      '    type        = "Bearer"',
      `    credentials = "${credential}"`,
      '  }',
      '  queue_config {',
      '    max_shards = 1',
      '  }',
      '  metadata_config {',
      '    send = false',
      '  }',
      '}',
    ]),
  ].join('\n\n');
  const file = { owner: 'root', group: 'alloy', mode: '0640', content: `${content}\n` };
  return {
    path: PATH,
    scheme: 'bearer',
    files: [{ name: 'rollcall.alloy', path: '/etc/alloy/rollcall.alloy', ...file }],
    companions: [...companionsOf(measured), prometheusItself(input)],
  };
};

type Collected = Readonly<Record<'host' | 'disk' | 'network', readonly string[]>>;

/** What the exporters read, by system: one that is asked for what it does not have does not start. */
const COLLECTED: Readonly<Record<System, Collected>> = {
  linux: { host: ['cpu', 'loadavg', 'meminfo', 'stat'], disk: ['filesystem', 'diskstats'], network: ['netdev'] },
  darwin: { host: ['cpu', 'loadavg', 'meminfo', 'boottime'], disk: ['filesystem', 'diskstats'], network: ['netdev'] },
  freebsd: { host: ['cpu', 'loadavg', 'meminfo', 'boottime'], disk: ['filesystem'], network: ['netdev'] },
  windows: { host: ['cpu', 'memory', 'os', 'system'], disk: ['logical_disk', 'physical_disk'], network: ['net'] },
}; // prettier-ignore

function scrapes(measured: readonly Group[], os: System): string[] {
  const kind = os === 'windows' ? 'windows' : 'unix';
  const collected = (['host', 'disk', 'network'] as const)
    .filter((group) => measured.includes(group))
    .flatMap((group) => COLLECTED[os][group]);
  const list = os === 'windows' ? 'enabled_collectors' : 'set_collectors';
  const exporter = [`${list} = [${collected.map((name) => `"${name}"`).join(', ')}]`];
  const database = [
    `data_source_name  = "hp_monitor:${PASSWORD}@(localhost:3306)/"`,
    'enable_collectors = ["global_status"]',
  ];
  return [
    ...(collected.length > 0
      ? [
          block(`prometheus.exporter.${kind} "rollcall"`, exporter),
          scrape('machine', `prometheus.exporter.${kind}.rollcall.targets`),
        ]
      : []),
    ...(measured.includes('mysql')
      ? [
          block('prometheus.exporter.mysql "rollcall"', database),
          scrape('mysql', 'prometheus.exporter.mysql.rollcall.targets'),
        ]
      : []),
    ...(measured.includes('asterisk') ? [scrape('asterisk', '[{"__address__" = "127.0.0.1:8088"}]')] : []),
  ];
}

function scrape(name: string, targets: string): string {
  return block(`prometheus.scrape "rollcall_${name}"`, [
    `targets         = ${targets}`,
    'forward_to      = [prometheus.relabel.rollcall.receiver]',
    'scrape_interval = "60s"',
  ]);
}

function block(head: string, lines: readonly string[]): string {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), '}'].join('\n');
}

function prometheusItself({ ingestOrigin, measured }: SetupInput): Companion {
  return {
    title: 'Prometheus in the place of Grafana Alloy',
    note: 'Prometheus sends the same: add this to its configuration, scrape each 60 s, and write the credential of the connection into the file that is named, owned by root, of the group of Prometheus, with mode 0640.',
    content: [
      'remote_write:',
      `  - url: ${ingestOrigin}${PATH}`,
      '    authorization:',
      '      credentials_file: /etc/prometheus/rollcall.credential',
      '    queue_config:',
      '      max_shards: 1',
      '    metadata_config:',
      '      send: false',
      '    write_relabel_configs:',
      '      - source_labels: [__name__]',
      `        regex: ${keptExpression(measured)}`,
      '        action: keep',
    ].join('\n'),
  };
}
