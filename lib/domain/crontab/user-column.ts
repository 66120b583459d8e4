import { logicalLineOf, split } from './logical-line.ts';

const HEADER = /^[ \t]*#.*(?:\buser-name\b|\bdow[ \t]+user\b)/i;
const USER_NAME = /^[a-z_][a-z0-9_-]{0,31}\$?$/;
const WELL_KNOWN = new Set(
  (
    'root www-data nobody daemon bin sys mail postgres mysql backup ubuntu debian admin ec2-user centos apache nginx ' +
    'git jenkins deploy forge vagrant pi redis mongodb postfix logcheck munin smmsp list man news uucp proxy gnats'
  ).split(' '),
);
/** User names that are also commands; alone they prove nothing. */
const ALSO_COMMANDS = new Set('mail mysql git bin list man backup deploy forge redis proxy'.split(' '));

/**
 * Whether the schedule lines carry a user before the command, as in /etc/crontab. Decided from the whole text: by
 * its header comment, or because a user's name and a command follow on every schedule line, one of them surely a user.
 * With a header, each line must still show a plausible name: a command is never taken for a user.
 */
export function hasUserColumn(lines: readonly string[]): boolean {
  const rests = lines.flatMap((line) => {
    const found = logicalLineOf(line);
    return (found.kind === 'fields' || found.kind === 'nickname') && found.rest !== '' ? [found.rest] : [];
  });
  if (rests.length === 0) return false;
  const isPlausible = rests.every((rest) => userOf(rest) !== undefined);
  if (!isPlausible) return false;
  if (lines.some((line) => HEADER.test(line))) return true;
  const users = rests.map((rest) => userOf(rest) ?? '');
  const isSure = users.some((user) => WELL_KNOWN.has(user) && !ALSO_COMMANDS.has(user));
  return isSure && users.every((user) => WELL_KNOWN.has(user));
}

/** The command without the user in front of it. */
export function withoutUser(rest: string): string {
  return split(rest, 1).rest;
}

function userOf(rest: string): string | undefined {
  const { words, rest: command } = split(rest, 1);
  const user = words[0] ?? '';
  return USER_NAME.test(user) && /^[A-Za-z0-9/~.$"'([{_:!@]/.test(command) ? user : undefined;
}
