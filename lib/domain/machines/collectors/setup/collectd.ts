import type { Group } from '../collector.ts';
import { companionsOf, PASSWORD } from './companions.ts';
import type { KnownFamily } from './machine.ts';
import type { Writer } from './setup.ts';

const PATH = '/i/collectd';

/** Where collectd reads what stands beside its own file. */
const DIRECTORIES: Readonly<Record<KnownFamily, string>> = {
  debian: '/etc/collectd/collectd.conf.d',
  rhel: '/etc/collectd.d',
};

/**
 * A file beside collectd's own. A plugin that is loaded already stays as it is, and settings of a plugin are one list however
 * many files they stand in: so nothing is selected here, which would leave it out where yours ignores what it selects.
 */
export const collectdSetup: Writer = ({ measured, ingestOrigin, credential, machine }) => {
  const { family } = machine;
  const directory = DIRECTORIES[family === 'other' ? 'debian' : family];
  const content = [
    '# Rollcall: the last numbers of this machine, each minute.',
    ...measured.flatMap((group) => PLUGINS[group] ?? []),
    sender(ingestOrigin + PATH, credential),
  ].join('\n');
  const file = { owner: 'root', group: 'root', mode: '0640', content: `${content}\n` };
  return {
    path: PATH,
    scheme: 'bearer',
    files: [{ name: 'rollcall.conf', path: `${directory}/rollcall.conf`, ...file }],
    companions: companionsOf(measured),
  };
};

const section = (head: string, lines: readonly string[]) =>
  [`<${head}>`, ...lines.map((line) => `  ${line}`), `</${head.split(' ')[0]}>`].join('\n');

const plugin = (name: string, ...lines: string[]) => [
  section(`LoadPlugin ${name}`, ['Interval 60']),
  ...(lines.length > 0 ? [section(`Plugin ${name}`, lines)] : []),
];

const PLUGINS: Partial<Record<Group, readonly string[]>> = {
  host: ['cpu', 'load', 'memory', 'swap', 'uptime', 'users', 'processes'].flatMap((name) => plugin(name)),
  disk: ['df', 'disk'].flatMap((name) => plugin(name)),
  network: plugin('interface'),
  mysql: plugin(
    'mysql',
    '<Database rollcall>',
    '  Host "localhost"',
    '  User "hp_monitor"',
    `  Password "${PASSWORD}"`,
    '</Database>',
  ),
};

/** What is read in a minute is sent then, and not when 64 kB are full; sums are made rates on the machine. */
const sender = (url: string, credential: string) =>
  [
    section('LoadPlugin write_http', ['FlushInterval 60', 'FlushTimeout 60']),
    section('Plugin write_http', [
      '<Node "rollcall">',
      `  URL "${url}"`,
      `  Header "Authorization: Bearer ${credential}"`,
      '  Format "JSON"',
      '  StoreRates true',
      '  BufferSize 65536',
      '  Timeout 10000',
      '  LogHttpError true',
      '</Node>',
    ]),
  ].join('\n');
