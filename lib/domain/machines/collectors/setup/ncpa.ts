import type { Group } from '../collector.ts';
import { companionsOf } from './companions.ts';
import type { Companion, Writer } from './setup.ts';

const PATH = '/i/nrdp/';

/** A file beside NCPA's own. The check of processes is left out, since it sends their list. */
export const ncpaSetup: Writer = ({ measured, ingestOrigin, credential, deviceId }) => {
  const content = [
    '# Rollcall: the last numbers of this machine, each minute.',
    '[passive]',
    'handlers = nrdp',
    'sleep = 60',
    '',
    '[nrdp]',
    `parent = ${ingestOrigin}${PATH}`,
    `token = ${credential}`,
    `hostname = ${deviceId}`,
    '',
    '[passive checks]',
    ...measured.flatMap((group) => CHECKS[group] ?? []),
  ].join('\n');
  const file = { owner: 'root', group: 'nagios', mode: '0640', content: `${content}\n` };
  return {
    path: PATH,
    scheme: 'form',
    files: [{ name: 'rollcall.cfg', path: '/usr/local/ncpa/etc/ncpa.cfg.d/rollcall.cfg', ...file }],
    companions: [...companionsOf(measured), OWN_TOKEN],
  };
};

/** Each check by the name that we know it by: a minute, and what is asked of NCPA itself. */
const check = (name: string, asked: string) => `%HOSTNAME%|${name}|60 = ${asked}`;

const CHECKS: Partial<Record<Group, readonly string[]>> = {
  host: [
    check('cpu', 'cpu/percent --aggregate avg --delta 1'),
    check('memory', 'memory/virtual --units Mi'),
    check('swap', 'memory/swap --units Mi'),
    check('uptime', 'system/uptime'),
    check('users', 'user/count'),
  ],
  disk: [
    check('disk', 'disk/logical/|'),
    '# Two lines for each disk, by its name.',
    check('read.sda', 'disk/physical/sda/read_bytes --delta 1'),
    check('written.sda', 'disk/physical/sda/write_bytes --delta 1'),
  ],
  network: [
    '# Two lines for each interface, by its name.',
    check('in.eth0', 'interface/eth0/bytes_recv --delta 1'),
    check('out.eth0', 'interface/eth0/bytes_sent --delta 1'),
  ],
};

const OWN_TOKEN: Companion = {
  title: 'A token of your own for NCPA itself',
  note: 'A fresh NCPA listens on every address with a well-known token. Set this in ncpa.cfg; leave out the first two lines if a Nagios server queries this machine.',
  content: ['[listener]', 'ip = 127.0.0.1', '', '[api]', 'community_string = <A RANDOM TEXT>'].join('\n'),
};
