import { logicalLineOf, split } from './logical-line.ts';

const HEADER = /^[ \t]*#.*(?:\buser-name\b|\bdow[ \t]+user\b)/i;
const USER_NAME = /^[a-z_][a-z0-9_-]{0,31}\$?$/;
const COMMAND_BEGINS = /^[A-Za-z0-9/~.$"'([{_:!@]/;
const WELL_KNOWN = new Set(
  (
    'root www-data nobody daemon postgres ubuntu debian admin ec2-user centos apache nginx jenkins vagrant pi ' +
    'mongodb postfix logcheck munin smmsp uucp gnats sys'
  ).split(' '),
);
/** Never taken for a user. */
const COMMANDS = new Set(
  (
    'php test python python2 python3 perl ruby node npm npx bash sh dash zsh cd curl wget rm cp mv ln find tar gzip ' +
    'rsync docker podman kubectl mysqldump pg_dump psql restic borg rclone echo printf date sleep env nice ' +
    'ionice flock timeout sudo su nohup svn make java go sendmail logger systemctl service certbot aws ' +
    'gcloud az cat touch chmod chown true false if for while exec export source time ssh scp sftp run-parts logrotate ' +
    'drush wp artisan composer bundle rake supervisorctl redis-cli mongodump reboot shutdown sync ping mkdir kill pkill killall chronic setsid apt apt-get yum dnf zfs btrfs freshclam'
  ).split(' '),
);

/** Users on some machines, commands on others: a user only in front of what is plainly a command. */
const EITHER = new Set('git mail mysql bin list man backup deploy forge redis proxy news irc'.split(' '));

/**
 * Whether the schedule lines carry a user before the command, as in /etc/crontab. Decided from the whole text: its
 * header comment names the column, or every schedule line has a plausible user and one of them a well-known one.
 */
export function hasUserColumn(lines: readonly string[]): boolean {
  const rests = lines.flatMap((line) => {
    const found = logicalLineOf(line);
    return (found.kind === 'fields' || found.kind === 'nickname') && found.rest !== '' ? [found.rest] : [];
  });
  const users = rests.map(userOf).filter((user) => user !== undefined);
  if (users.length === 0) return false;
  if (lines.some((line) => HEADER.test(line))) return true;
  const isWellKnown = users.map((user) => WELL_KNOWN.has(user));
  return isWellKnown.includes(true) && rests.every((rest) => userOf(rest) !== undefined && isSureUser(rest));
}

/** The command without the user in front of it; whole when its first word is no plausible user. */
export function withoutUser(rest: string): string {
  return userOf(rest) === undefined ? rest : split(rest, 1).rest;
}

/** A name we do not know counts only in front of what is plainly a command. */
function isSureUser(rest: string): boolean {
  const { words, rest: command } = split(rest, 1);
  return WELL_KNOWN.has(words[0] ?? '') || isPlainCommand(command);
}

function isPlainCommand(command: string): boolean {
  return /^[/[({]/.test(command) || COMMANDS.has(split(command, 1).words[0] ?? '');
}

function userOf(rest: string): string | undefined {
  const { words, rest: command } = split(rest, 1);
  const user = words[0] ?? '';
  if (!USER_NAME.test(user) || COMMANDS.has(user) || !COMMAND_BEGINS.test(command)) return undefined;
  return !EITHER.has(user) || isPlainCommand(command) ? user : undefined;
}
