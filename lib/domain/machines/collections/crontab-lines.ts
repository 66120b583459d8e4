import { spread } from '../../hash-number.ts';
import { pastedWord } from './pasted.ts';
import {
  posixReading,
  type Reading,
  ENVIRONMENT,
  posixSender,
  type PosixTransport,
} from './posix-reading.ts';

/** Debian's cron refuses a whole crontab with a command of 1,000 characters. */
export const LINE_MAX_CHARS = 899;

/** A watched device is late after a quarter of an hour without a push. */
const SIGN_OF_LIFE_MINUTES = 5;

/** All machines wake at second 0; one symbol is heard once in ten seconds, so its second line waits longer. */
const SPREAD_SEC = 21;
const NEXT_LINE_SEC = 25;

export interface LineTarget {
  symbol: string;
  /** Where what is read is posted. */
  url: string;
  transport: PosixTransport;
}

/** By this comment the lines of a symbol are known in a crontab. */
export const markerOf = (symbol: string): string => `# hp:${symbol}`;

/**
 * The crontab lines that read sources: one, as long as all fit in it. Sources that are read twice come first, then the
 * others in their order, then the hourly ones; each goes into the first line that has room, at worst into a line of its own.
 * Hourly sources stand behind a look at the clock in a line that runs each minute. A second line that has no others runs once
 * an hour; a first one says in between that the machine lives.
 */
export function crontabLines(target: LineTarget, readings: readonly Reading[]): string[] {
  const groups: Reading[][] = [];
  for (const reading of inOrder(readings)) {
    const roomy = groups.find(
      (group, at) => lineOf(target, [...group, reading], at).length <= LINE_MAX_CHARS,
    );
    if (roomy) roomy.push(reading);
    else groups.push([reading]);
  }
  return groups.map((group, at) => lineOf(target, group, at));
}

function inOrder(readings: readonly Reading[]): Reading[] {
  const rank = ({ source, isHourly }: Reading) => (isHourly ? 2 : source.twice ? 0 : 1);
  return readings.toSorted((one, other) => rank(one) - rank(other));
}

/** `sh -c` because the crontab may name another shell; `#` is a comment for some of those and two unused words for csh. */
function lineOf({ symbol, url, transport }: LineTarget, readings: readonly Reading[], at: number): string {
  const minute = spread(symbol) % 60;
  const isHourly = readings.every((reading) => reading.isHourly);
  const isAlone = isHourly && at === 0;
  const script = [
    'exec >/dev/null 2>&1',
    ENVIRONMENT,
    `sleep ${(spread(symbol) % SPREAD_SEC) + at * NEXT_LINE_SEC}`,
    posixSender(transport, posixReading(readings, isHourly && !isAlone ? null : minute), url),
  ].join(';');
  const often = isAlone ? `${minute % SIGN_OF_LIFE_MINUTES}-59/${SIGN_OF_LIFE_MINUTES}` : '*';
  return `${isHourly && !isAlone ? minute : often} * * * * sh -c ${pastedWord(script)} ${markerOf(symbol)}`;
}
