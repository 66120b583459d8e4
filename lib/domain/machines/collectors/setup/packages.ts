import type { CollectorId, Group } from '../collector.ts';
import type { KnownFamily } from './machine.ts';

/** The names of packages by family. */
type Packages = Partial<Readonly<Record<KnownFamily, readonly string[]>>>;

/** How a collector is installed and run. The commands are run as root. */
export interface Packaging {
  packages: Readonly<Record<KnownFamily, readonly string[]>>;
  /** Those that a group needs besides. */
  besides: Partial<Readonly<Record<Group, Packages>>>;
  /** Families whose own archive has them, so that they may be installed. */
  inArchive: readonly KnownFamily[];
  /** Where they come from otherwise, and what else there is to know. */
  note: string;
  /** What there is to know of it on these systems besides. */
  noteOf: Partial<Readonly<Record<KnownFamily, string>>>;
  /** By which it is seen to be installed. */
  program: string;
  service: string;
  /** Says whether what was written is good, before anything reads it; null where nothing can. */
  check: string | null;
  /** Has the service read our file, where it would not by itself. Changes nothing the second time. */
  prepare: Partial<Readonly<Record<KnownFamily, string>>>;
  foreground: string;
  /** Says whether it works. */
  verify: string;
  /** Whether one line may do it all: it takes nothing from whoever runs the collector already. */
  isSafe: boolean;
}

const ALLOY_OPTIONS = { debian: '/etc/default/alloy', rhel: '/etc/sysconfig/alloy' } as const;
const OTEL_OPTIONS = '/etc/otelcol-contrib/otelcol-contrib.conf';
const OTEL_CONFIG = '--config=/etc/otelcol-contrib/rollcall.yaml';
const TELEGRAF_CONFIG = '--config /etc/telegraf/telegraf.d/rollcall.conf';

/** Has Alloy read the directory of its file in the place of that file; who has it read something else is told. */
const wholeDirectory = (options: string) =>
  [
    `grep -q '^CONFIG_FILE="*/etc/alloy/*"*$' ${options}`,
    `{ grep -q '^CONFIG_FILE="*/etc/alloy/config.alloy"*$' ${options} && sed -i.before-rollcall 's|^CONFIG_FILE=.*|CONFIG_FILE="/etc/alloy"|' ${options}; }`,
    `{ echo "CONFIG_FILE in ${options} names a file of your own: add what stands in /etc/alloy/rollcall.alloy to it, and restart alloy." >&2; false; }`,
  ].join(' || ');

const besideOthers = `grep -q rollcall.yaml ${OTEL_OPTIONS} || sed -i.before-rollcall 's|^OTELCOL_OPTIONS="|&${OTEL_CONFIG} |' ${OTEL_OPTIONS}`;

export const PACKAGING: Readonly<Record<CollectorId, Packaging>> = {
  alloy: {
    packages: { debian: ['alloy'], rhel: ['alloy'] },
    besides: {},
    inArchive: [],
    note: 'Grafana has the package in an archive of its own (grafana.com, "Install Grafana Alloy on Linux"). CONFIG_FILE then names the directory /etc/alloy, of which Alloy reads every .alloy file. Alloy reports its use to Grafana unless it runs with --disable-reporting.',
    noteOf: {},
    program: 'alloy',
    service: 'alloy',
    check: 'alloy fmt /etc/alloy/rollcall.alloy >/dev/null',
    prepare: { debian: wholeDirectory(ALLOY_OPTIONS.debian), rhel: wholeDirectory(ALLOY_OPTIONS.rhel) },
    foreground: 'alloy run --storage.path=/var/lib/alloy/data /etc/alloy',
    verify: 'alloy fmt /etc/alloy/rollcall.alloy >/dev/null && systemctl --no-pager status alloy',
    isSafe: true,
  },
  telegraf: {
    packages: { debian: ['telegraf'], rhel: ['telegraf'] },
    besides: {},
    inArchive: [],
    note: 'InfluxData has the package in an archive of its own (docs.influxdata.com, "Install Telegraf"). What we read goes to your other outputs too, with the tag rollcall.',
    noteOf: {},
    program: 'telegraf',
    service: 'telegraf',
    // Its own test fails as long as a database has no password.
    check: null,
    prepare: {},
    foreground: `telegraf ${TELEGRAF_CONFIG}`,
    verify: `telegraf --test ${TELEGRAF_CONFIG}`,
    isSafe: true,
  },
  opentelemetry: {
    packages: { debian: ['otelcol-contrib'], rhel: ['otelcol-contrib'] },
    besides: {},
    inArchive: [],
    note: 'The project has the package of its contrib build among its releases (github.com/open-telemetry/opentelemetry-collector-releases). Its options then name our file beside yours.',
    noteOf: {},
    program: 'otelcol-contrib',
    service: 'otelcol-contrib',
    check: `( . ${OTEL_OPTIONS}; otelcol-contrib validate $OTELCOL_OPTIONS ${OTEL_CONFIG} )`,
    prepare: { debian: besideOthers, rhel: besideOthers },
    foreground: `otelcol-contrib ${OTEL_CONFIG}`,
    verify: `otelcol-contrib validate ${OTEL_CONFIG} && systemctl --no-pager status otelcol-contrib`,
    isSafe: true,
  },
  ncpa: {
    packages: { debian: ['ncpa'], rhel: ['ncpa'] },
    besides: {},
    inArchive: [],
    note: 'Nagios has the package in an archive of its own (nagios.org/ncpa). NCPA sends to one place: if it sends to a Nagios server already, ours takes its place. Name your disks and interfaces in the file. When the certificate of the other side cannot be checked NCPA sends all the same, and nothing of ours can change that.',
    noteOf: {},
    program: '/usr/local/ncpa/ncpa',
    service: 'ncpa',
    check: null,
    prepare: {},
    foreground: '/usr/local/ncpa/ncpa -n',
    verify: 'grep "Message from NRDP server" /usr/local/ncpa/var/log/ncpa.log',
    isSafe: false,
  },
  collectd: {
    packages: {
      debian: ['collectd', 'libyajl2', 'libcurl3-gnutls'],
      rhel: ['collectd', 'collectd-write_http'],
    },
    besides: {
      disk: { rhel: ['collectd-disk'] },
      mysql: { debian: ['libmariadb3'], rhel: ['collectd-mysql'] },
    },
    inArchive: ['debian'],
    note: 'If your own file loads write_http, give it FlushInterval 60 there. collectd also sends the host name; we discard it.',
    noteOf: {
      rhel: 'The packages are in EPEL, where it is none of the system (dnf install epel-release). SELinux is told to let collectd send.',
    },
    program: 'collectd',
    service: 'collectd',
    check: 'collectd -t',
    prepare: { rhel: 'setsebool -P collectd_tcp_network_connect on 2>/dev/null || true' },
    foreground: 'collectd -f',
    verify: 'collectd -t && systemctl --no-pager status collectd',
    isSafe: true,
  },
  snmp: {
    packages: { debian: ['snmpd', 'snmp', 'curl', 'cron'], rhel: ['net-snmp', 'net-snmp-utils', 'cronie'] },
    besides: {},
    inArchive: ['debian', 'rhel'],
    note: 'The script asks the agent and sends with curl, by cron.',
    noteOf: {
      rhel: 'If you have a snmpd.local.conf, it is kept as snmpd.local.conf.before-rollcall, which the agent does not read: move its contents to snmpd.conf.',
    },
    program: 'snmpd',
    service: 'snmpd',
    check: null,
    prepare: { rhel: 'systemctl enable --now crond' },
    foreground: 'snmpd -f -Lo',
    verify:
      'snmpget -v2c -c hplocal -Oqn 127.0.0.1 .1.3.6.1.4.1.2021.10.1.3.1 && sh /usr/local/lib/rollcall-snmp.sh',
    isSafe: true,
  },
};

/** The packages of a collector for what it is to measure. */
export function packagesOf(id: CollectorId, family: KnownFamily, measured: readonly Group[]): string[] {
  const { packages, besides } = PACKAGING[id];
  return [...packages[family], ...measured.flatMap((group) => besides[group]?.[family] ?? [])];
}
