import type { Read, Source } from '../measures/measure.ts';
import type { Transport } from '../devices/facts.ts';

/** One source of a machine, and whether it is read once an hour only. */
export interface Reading {
  source: Source;
  isHourly: boolean;
}

/**
 * The sh commands that print the raw text of sources: `@1`, everything; where a source is read twice also `@2` and those
 * again after two seconds. On Linux `/proc/uptime` stands before both, so that the true gap is known.
 *
 * @param inMinute the minute of the hour in which hourly sources are read; null: read them too
 */
export function posixReading(readings: readonly Reading[], inMinute: number | null): string {
  const twice = readsOf(readings.filter(({ source }) => source.twice));
  if (twice.length > 0 && readings.some(({ source }) => source.system === 'linux')) {
    twice.unshift({ proc: 'uptime' });
  }
  const once = readsOf(readings.filter(({ source, isHourly }) => !source.twice && !isHourly));
  const hourly = readsOf(readings.filter(({ source, isHourly }) => !source.twice && isHourly));
  const usesProc = [...twice, ...once, ...hourly].some((read) => 'proc' in read);
  return [
    ...(usesProc ? ['cd /proc'] : []),
    ...(twice.length > 0 ? [`t(){ ${printed(twice)};}`] : []),
    'echo @1',
    ...(once.length > 0 ? [printed(without(once, twice))] : []),
    ...(hourly.length > 0 ? [inTheMinute(printed(without(hourly, [...twice, ...once])), inMinute)] : []),
    // What takes its time stands before the first of the two: between them are two seconds and not more.
    ...(twice.length > 0 ? ['t', 'echo @2', 'sleep 2', 't'] : []),
  ]
    .filter((command) => command !== '')
    .join(';');
}

const readsOf = (readings: readonly Reading[]): Read[] => readings.flatMap(({ source }) => source.reads);

const keyOf = (read: Read) => ('proc' in read ? `/proc/${read.proc}` : read.run);

function without(reads: readonly Read[], others: readonly Read[]): Read[] {
  const known = new Set(others.map(keyOf));
  return reads.filter((read) => !known.has(keyOf(read)));
}

/** Each thing once, the files of `/proc` by one `cat`. */
function printed(reads: readonly Read[]): string {
  const files = new Set(reads.flatMap((read) => ('proc' in read ? [read.proc] : [])));
  const runs = new Set(reads.flatMap((read) => ('run' in read ? [read.run] : [])));
  return [...(files.size > 0 ? [`cat ${[...files].join(' ')}`] : []), ...runs].join(';');
}

/** `date +%M` would have a `%`, which ends a line of Debian's cron; in the C locale `date` prints the minute between colons. */
function inTheMinute(commands: string, minute: number | null): string {
  if (minute === null || commands === '') return commands;
  return `date|grep -q :${String(minute).padStart(2, '0')}:&&{ ${commands};}`;
}

/** Debian's cron gives `/usr/bin:/bin`; curl of FreeBSD stands in `/usr/local/bin`, and `sysctl` in `/sbin`. Numbers have no comma. */
export const ENVIRONMENT = 'export LC_ALL=C PATH="$PATH:/usr/local/bin:/usr/local/sbin:/usr/sbin:/sbin"';

export type PosixTransport = Exclude<Transport, 'invoke-restmethod'>;

/**
 * What comes before the URL. GNU wget cannot post what it is piped; busybox wget crashes on `-T` where it is built without
 * time limits, and toybox wget has none.
 */
const PROGRAMS: Record<PosixTransport, string> = {
  curl: 'curl -fsSm 20 --data-binary @-',
  wget: 'wget -qO- -T 20 -t 1 --post-data "$b"',
  'busybox-wget': 'busybox wget -qO- --post-data "$b"',
  'uclient-fetch': 'uclient-fetch -qO- -T 20 --post-data="$b"',
  'toybox-wget': 'toybox wget -O - -p "$b"',
};

/** The sh commands that send what others print: zero when the server took it. */
export function posixSender(transport: PosixTransport, reading: string, url: string): string {
  const program = `${PROGRAMS[transport]} ${url}`;
  return transport === 'curl' ? `{ ${reading};}|${program}` : `b=$(${reading});${program}`;
}
