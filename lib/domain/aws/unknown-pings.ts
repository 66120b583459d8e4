import { DAY_MS, MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';

/** So many of an owner are kept, and so long. */
const KEPT_MAX = 50;
const KEPT_MS = 14 * DAY_MS;
/** What comes again within this is not written again. */
const APART_MS = MINUTE_MS;

/** A ping by identity that met no monitor. */
export interface UnknownPing {
  /** Whom it was for, as it was sent; of an id its beginning alone. */
  name: string;
  /** Of the account that sent it. */
  account: string;
  /** Why it met none, in one sentence. */
  detail: string;
  firstAt: Instant;
  lastAt: Instant;
}

/** Those that are kept at an instant, of the newest first. What a clock noted that was set back since came now at the latest. */
export function unknownAt(pings: readonly UnknownPing[], now: Instant): UnknownPing[] {
  return pings
    .map((each) => ({
      ...each,
      firstAt: Math.min(each.firstAt, now),
      lastAt: Math.min(each.lastAt, now),
    }))
    .filter(({ lastAt }) => now - lastAt < KEPT_MS)
    .toSorted((a, b) => b.lastAt - a.lastAt)
    .slice(0, KEPT_MAX);
}

/** Those there are with one more; the same where it came a moment ago. */
export function withUnknown(
  pings: readonly UnknownPing[],
  { name, account, detail }: Pick<UnknownPing, 'name' | 'account' | 'detail'>,
  now: Instant,
): readonly UnknownPing[] {
  const isIt = (each: UnknownPing) => each.name === name && each.account === account;
  const before = pings.find(isIt);
  if (before?.detail === detail && Math.abs(now - before.lastAt) < APART_MS) return pings;
  const noted = { name, account, detail, firstAt: before?.firstAt ?? now, lastAt: now };
  return unknownAt([noted, ...pings.filter((each) => !isIt(each))], now);
}
