import type { Group } from '../collector.ts';
import type { Companion } from './setup.ts';

/** What stands for the password of the database, which we never ask for. */
export const PASSWORD = '<PASSWORD>';

const MYSQL: Companion = {
  title: 'An account of MySQL or MariaDB that may read its counters',
  note: `Choose a password and put it in place of ${PASSWORD} here and in the collector's file. It stays on this machine.`,
  content: ['localhost', '127.0.0.1']
    .flatMap((host) => [
      `CREATE USER 'hp_monitor'@'${host}' IDENTIFIED BY '${PASSWORD}' WITH MAX_USER_CONNECTIONS 3;`,
      `GRANT PROCESS ON *.* TO 'hp_monitor'@'${host}';`,
    ])
    .join('\n'),
};

const ASTERISK: Companion = {
  title: 'Metrics of Asterisk 17 or later, for this machine only',
  note: 'Set this in http.conf and prometheus.conf of Asterisk, then run: asterisk -rx "module reload http" and asterisk -rx "module reload res_prometheus.so".',
  content: [
    '; http.conf',
    '[general]',
    'enabled = yes',
    'bindaddr = 127.0.0.1',
    'bindport = 8088',
    '',
    '; prometheus.conf',
    '[general]',
    'enabled = yes',
    'core_metrics_enabled = yes',
    'uri = metrics',
  ].join('\n'),
};

/** What what is measured needs beside the collector. */
export function companionsOf(measured: readonly Group[]): Companion[] {
  return [
    ...(measured.includes('mysql') ? [MYSQL] : []),
    ...(measured.includes('asterisk') ? [ASTERISK] : []),
  ];
}
