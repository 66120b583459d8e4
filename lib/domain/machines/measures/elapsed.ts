import { riseOf, rounded, taggedNumber, wordsOf, numberOf } from './lines.ts';
import type { RawReading } from './measure.ts';

/** What the sender sleeps between the first and the second read. */
const WAIT_SEC = 2;
const UPTIME = /^\d+\.\d\d \d+\.\d\d$/;

/** Seconds since the start of the system, in the line of `/proc/uptime`. */
export function uptimeOf(lines: readonly string[]): number | undefined {
  return numberOf(wordsOf(lines.find((line) => UPTIME.test(line)) ?? '')[0]);
}

/** The time that passed between both reads: what `/proc/uptime` says, else the time that the sender waits. */
export function elapsedSec({ first, second }: RawReading): number {
  const passed = riseOf(uptimeOf(first), uptimeOf(second));
  return passed === undefined || passed === 0 ? WAIT_SEC : passed;
}

/** The same by a line of each read that holds milliseconds; nothing where one is missing or no time passed. */
export function elapsedSecBy(tag: string, { first, second }: RawReading): number | undefined {
  const passedMs = riseOf(taggedNumber(first, tag), taggedNumber(second, tag));
  return passedMs === undefined || passedMs === 0 ? undefined : passedMs / 1000;
}

/** How much a second, in millions, to four digits. */
export function millionsPerSec(amount: number | undefined, seconds: number | undefined): number | undefined {
  if (amount === undefined || seconds === undefined || seconds <= 0) return undefined;
  return rounded(amount / seconds / 1e6, 4);
}
