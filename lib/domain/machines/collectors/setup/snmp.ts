import { spread } from '../../../hash-number.ts';
import type { Group } from '../collector.ts';
import { companionsOf } from './companions.ts';
import type { KnownFamily } from './machine.ts';
import type { Companion, Writer } from './setup.ts';

const PATH = '/i/snmp';
const UCD = '.1.3.6.1.4.1.2021';
const HOST = '.1.3.6.1.2.1.25.1';
const INTERFACES = '.1.3.6.1.2.1.31.1.1.1';

/** Machines send at different seconds of a minute. */
const SPREAD_SEC = 20;
const ASKED = '-v2c -c hplocal -Oqn 127.0.0.1';

/** The objects that are read, by group. */
const OBJECTS: Partial<Record<Group, readonly string[]>> = {
  host: [
    ...[1, 2, 3].map((of) => `${UCD}.10.1.3.${of}`),
    ...[3, 4, 5, 6, 14, 15, 27].map((of) => `${UCD}.4.${of}.0`),
    ...[50, 51, 52, 53, 54].map((of) => `${UCD}.11.${of}.0`),
    `${HOST}.1.0`,
    `${HOST}.5.0`,
    `${HOST}.6.0`,
  ],
};

/** Columns of tables, which are walked, since nobody knows how many disks and interfaces there are. */
const COLUMNS: Partial<Record<Group, readonly string[]>> = {
  disk: [
    ...[2, 6, 7, 8, 9].map((column) => `${UCD}.9.1.${column}`),
    ...[2, 12, 13].map((column) => `${UCD}.13.15.1.1.${column}`),
  ],
  network: [1, 6, 10].map((column) => `${INTERFACES}.${column}`),
};

/** Where the agent reads what stands beside its own file. */
const AGENT_PATHS: Readonly<Record<KnownFamily, string>> = {
  debian: '/etc/snmp/snmpd.conf.d/rollcall.conf',
  rhel: '/etc/snmp/snmpd.local.conf',
};
const CURL_PATH = '/etc/snmp/rollcall.curl';
const SCRIPT_PATH = '/usr/local/lib/rollcall-snmp.sh';

/** The agent of net-snmp, which answers this machine alone, and a script that sends what it says each minute. */
export const snmpSetup: Writer = ({ measured, ingestOrigin, credential, deviceId, machine }) => {
  const agentPath = AGENT_PATHS[machine.family === 'other' ? 'rhel' : machine.family];
  const agent = [
    '# Rollcall: for this machine alone.',
    ...[HOST, INTERFACES, UCD].map((objects) => `view rollcall included ${objects}`),
    'rocommunity hplocal 127.0.0.1 -V rollcall',
    ...(measured.includes('disk') ? ['disk /'] : []),
  ];
  const curl = [
    '# Rollcall: how curl sends, in a file, so that nobody sees it in the list of processes.',
    `url = "${ingestOrigin}${PATH}"`,
    `header = "Authorization: Bearer ${credential}"`,
    'header = "Content-Type: text/plain"',
    'data-binary = "@-"',
    'max-time = 20',
  ];
  const cron = `* * * * * root sleep ${spread(deviceId) % SPREAD_SEC}; sh ${SCRIPT_PATH} >/dev/null 2>&1`;
  const file = (name: string, path: string, mode: string, lines: readonly string[]) => ({
    name,
    path,
    owner: 'root',
    group: 'root',
    mode,
    content: `${lines.join('\n')}\n`,
  });
  return {
    path: PATH,
    scheme: 'bearer',
    files: [
      { ...file('rollcall.conf', agentPath, '0600', agent), mayBeTaken: true },
      file('rollcall.curl', CURL_PATH, '0600', curl),
      file('rollcall-snmp.sh', SCRIPT_PATH, '0644', scriptOf(measured)),
      file('rollcall-snmp', '/etc/cron.d/rollcall-snmp', '0644', [cron]),
    ],
    companions: [...companionsOf(measured), ROUTERS],
  };
};

/** A line without `!` or quotes of its own is pasted into any shell. */
function scriptOf(measured: readonly Group[]): string[] {
  const objects = measured.flatMap((group) => OBJECTS[group] ?? []);
  const columns = measured.flatMap((group) => COLUMNS[group] ?? []);
  return [
    '# Rollcall: sends what the SNMP agent of this machine says.',
    'PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
    '{',
    ...(objects.length > 0 ? [`snmpget ${ASKED} ${objects.join(' ')}`] : []),
    ...columns.map((column) => `snmpbulkwalk ${ASKED} ${column}`),
    `} 2>/dev/null | grep -v "No Such" | curl -fsS -K ${CURL_PATH}`,
  ];
}

const ROUTERS: Companion = {
  title: 'Routers and other machines',
  note: 'Ask another device by SNMP version 3 with authPriv: version 2c sends its community in clear, so it is used on this machine alone.',
  content: 'snmpget -v3 -l authPriv -u <USER> -a SHA -A <PASSWORD> -x AES -X <PASSWORD> -Oqn <HOST> <OBJECT>',
};
