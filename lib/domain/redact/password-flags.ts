/** How a program takes a password on its command line. */
export interface PasswordFlags {
  /** Options whose value follows without a space. */
  attached: readonly string[];
  /** Options whose value is the next word. */
  separate: readonly string[];
  /** Options whose value is a user and a password; the default is `-u`, `-U` and `--user`. */
  pairs?: readonly string[];
  /** What stands between user and password. */
  pairMark?: string;
  /** Its `-p` and `-u` are something else. */
  isOrdinary?: boolean;
  /** A path or a port after the option is not a password. */
  isPathKept?: boolean;
}

const BOTH_P = { attached: ['-p'], separate: ['-p'] };
const BOTH_UPPER_P = { attached: ['-P'], separate: ['-P'], isOrdinary: true };

const PROGRAMS: readonly (readonly [RegExp, PasswordFlags])[] = [
  // A lone `-p` of mysql asks at the terminal, which no cron job has: the next word is hidden rather than trusted.
  [/mysql|mariadb|^(?:mydumper|myloader|mytop|mariabackup|innobackupex|xtrabackup|pt-)/, BOTH_P],
  [
    /^(?:sshpass|mongo|cqlsh|rabbitmqadmin|ncftp|login$|influx|clickhouse|couchbase|cbbackup|arangodump|useradd|usermod|twine$)/,
    BOTH_P,
  ],
  [/^(?:7z[arz]?|unrar|rar)$/, { attached: ['-p', '-hp'], separate: [] }],
  [/^(?:zip|unzip|zipcloak|sqlcmd|bcp|tsql|ipmitool|mosquitto_(?:pub|sub)|fcrackzip)$/, BOTH_UPPER_P],
  [/^(?:redis-cli|valkey-cli|keydb-cli)$/, { attached: ['-a'], separate: ['-a', '--pass'] }],
  [/^ldap\w+$/, { attached: ['-w'], separate: ['-w'] }],
  [/^snmp\w+$/, { attached: ['-c', '-A', '-X'], separate: ['-c', '-A', '-X'], isOrdinary: true }],
  [/^openssl$/, { attached: [], separate: ['-k', '-K', '-passin', '-passout', '-pass'] }],
  [/^ssh-keygen$/, { attached: ['-P', '-N'], separate: ['-P', '-N'], isOrdinary: true }],
  [/^sendemail$/, { attached: [], separate: ['-xp'] }],
  [/^lftp$/, { attached: ['-p'], separate: [], pairs: ['-u', '--user'], pairMark: ',' }],
  [
    /^(?:smbclient|rpcclient|smbget|net|winexe|wmic|smbcacls|smbcquotas|smbtar|smbtree|ntlm_auth|pth-\w+)$/,
    { attached: [], separate: [], pairs: ['-U', '--user'], pairMark: '%' },
  ],
  [/^(?:curl|curlie)$/, { attached: ['-b'], separate: ['-b'] }],
  [/^(?:http|https|xh|xhs)$/, { attached: [], separate: ['-a'] }],
  [
    /^(?:docker|docker-compose|podman|nerdctl|kubectl|oc|chown|cp|mv|rsync|ssh|autossh|mosh|scp|sftp|tar|find|nmap|ps|mkdir|install|sort|date|git|journalctl|systemctl|psql|pg_\w+|createdb|dropdb|vacuumdb|reindexdb|clusterdb|pgbench|virtualenv|pipenv|conda|mamba|cargo|npx|pnpm|logger|iptables|ip6tables|node|ruby|perl|screen|zfs|zpool|btrfs|lsof|ionice|taskset|chrt|renice|patch|read|test|tee|touch|wget|ping|nc|ncat|tcpdump|make|ansible[\w-]*|terraform|cmake|mvn|gradle|dotnet)$/,
    { attached: [], separate: [], pairs: [], isOrdinary: true },
  ],
];

/** The password options of the program this word names (a path, a version or a variable will do), if it is one we know. */
export function passwordFlagsOf(word: string): PasswordFlags | undefined {
  const program = word
    .slice(word.lastIndexOf('/') + 1)
    .replace(/[${}]/g, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();
  return PROGRAMS.find(([name]) => name.test(program))?.[1];
}
