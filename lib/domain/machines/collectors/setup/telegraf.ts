import type { System } from '../../devices/facts.ts';
import type { Group } from '../collector.ts';
import { companionsOf, PASSWORD } from './companions.ts';
import { ROOTS } from './machine.ts';
import { KEPT_OF_ASTERISK } from './kept-metrics.ts';
import type { Writer } from './setup.ts';

const PATH = '/i/influx';

/**
 * A file beside Telegraf's own. Every output gets what every input reads, so ours are marked: what others read is not sent to
 * us, whatever their interval is.
 */
export const telegrafSetup: Writer = ({ measured, ingestOrigin, credential, deviceId, machine }) => {
  const content = [
    '# Rollcall: the last numbers of this machine, each minute.',
    ...measured.flatMap((group) => INPUTS[group](machine.os)),
    [
      '[[outputs.influxdb_v2]]',
      `  urls = ["${ingestOrigin}${PATH}"]`,
      `  token = "${credential}"`,
      '  organization = "rollcall"',
      `  bucket = "${deviceId}"`,
      '  flush_interval = "60s"',
      '  tagexclude = ["host", "rollcall"]',
      '  [outputs.influxdb_v2.tagpass]',
      '    rollcall = ["1"]',
    ].join('\n'),
  ].join('\n\n');
  const file = { owner: 'root', group: 'telegraf', mode: '0640', content: `${content}\n` };
  return {
    path: `${PATH}/api/v2/write`,
    scheme: 'token',
    files: [{ name: 'rollcall.conf', path: '/etc/telegraf/telegraf.d/rollcall.conf', ...file }],
    companions: companionsOf(measured),
  };
};

/** Tables of a plugin stand behind its own lines. */
const inputOf = (name: string, ...lines: string[]) =>
  [
    `[[inputs.${name}]]`,
    '  interval = "60s"',
    ...lines.map((line) => `  ${line}`),
    `  [inputs.${name}.tags]`,
    '    rollcall = "1"',
  ].join('\n');

/** `inputs.processes` is not for Windows. Of Asterisk and the database what we read is read alone: the rest has names in it. */
const INPUTS: Readonly<Record<Group, (os: System) => string[]>> = {
  host: (os) => [
    inputOf('system'),
    inputOf('cpu', 'percpu = false', 'totalcpu = true'),
    inputOf('mem'),
    inputOf('swap'),
    ...(os === 'windows' ? [] : [inputOf('processes')]),
  ],
  disk: (os) => [inputOf('disk', `mount_points = [${ROOTS[os]}]`), inputOf('diskio')],
  network: () => [inputOf('net', '[inputs.net.tagdrop]', '  interface = ["all"]')],
  mysql: () => [
    inputOf(
      'mysql',
      `servers = ["hp_monitor:${PASSWORD}@tcp(127.0.0.1:3306)/"]`,
      'metric_version = 2',
      'namepass = ["mysql"]',
    ),
  ],
  asterisk: () => [
    inputOf(
      'prometheus',
      'urls = ["http://127.0.0.1:8088/metrics"]',
      'metric_version = 1',
      `namepass = [${KEPT_OF_ASTERISK.map((name) => `"${name}"`).join(', ')}]`,
    ),
  ],
};
