import type { System } from '../devices/facts.ts';
import { markerOf } from './crontab-lines.ts';
import { pastedWord } from './pasted.ts';

/**
 * Writes the other jobs of the crontab to the file `b`, or ends without a change: where `crontab -l` fails for another
 * reason than that there is none, and where the two sizes differ, as on a full disk. The C locale keeps `grep` from
 * leaving out lines that are no UTF-8, and `-a` from leaving out all where one holds a byte zero.
 */
const otherJobs = (marker: string) =>
  [
    'export LC_ALL=C',
    'umask 077',
    'T=$(mktemp -d)&&cd "$T"||exit 1',
    'trap "rm -rf \\"\\$T\\"" 0',
    'crontab -l >a 2>e||grep -qiE "no crontab for|no such file" e||{ cat e;exit 1;}',
    `grep -avF "${marker}" a >b`,
    `[ $(crontab -l 2>/dev/null|grep -avF "${marker}"|wc -c) = $(wc -c <b) ]||{ echo "the crontab could not be copied";exit 1;}`,
  ].join(';');

/**
 * Replaces the lines of a symbol by these, each a word of its own, and keeps the other jobs as they are. Of two at the same
 * instant one can be lost, as by any two edits of a crontab.
 */
export function installCommand(symbol: string, lines: readonly string[]): string {
  const script = `${otherJobs(markerOf(symbol))};printf "%s\\n" "$@" >>b&&crontab - <b&&echo installed`;
  return ['sh -c', pastedWord(script), 'hp', ...lines.map(pastedWord)].join(' ');
}

/** Takes the lines of a symbol out of the crontab; a crontab that had no other jobs goes. */
export function removeCommand(symbol: string): string {
  const marker = markerOf(symbol);
  const isAbsent = `grep -qF "${marker}" a||{ echo not installed;exit 0;}`;
  const write = 'if [ -s b ];then crontab - <b;else crontab -r </dev/null;fi&&echo removed';
  return `sh -c ${pastedWord([otherJobs(marker), isAbsent, write].join(';'))}`;
}

/** Says whether a symbol is in the crontab (its exit code too), and when nothing seems to run crontabs. */
export function checkCommand(symbol: string, system: System): string {
  const isListed = `crontab -l 2>/dev/null|grep -qF "${markerOf(symbol)}"||{ echo not installed;exit 1;}`;
  return `sh -c ${pastedWord([isListed, 'echo scheduled', ...daemonCheck(system)].join(';'))}`;
}

const NO_DAEMON = 'echo "no cron daemon was seen running"';

/** `ps` lists other things on each system, and on busybox the processes of a name have none; launchd starts the cron of macOS. */
function daemonCheck(system: System): string[] {
  if (system === 'darwin') return [];
  if (system === 'freebsd') return [`pgrep -x cron >/dev/null||${NO_DAEMON}`];
  return [`cat /proc/[0-9]*/comm 2>/dev/null|grep -qE "^[bf]?cron(d|-sched)?$"||${NO_DAEMON}`];
}
