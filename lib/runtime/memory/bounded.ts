import type { Instant } from '../../domain/instant.ts';

/** Puts an entry as the newest of a map, and lets the oldest go where there are more than `max`. */
export function putNewest<V>(
  map: Map<string, V>,
  { key, value }: { key: string; value: V },
  max: number,
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > max ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}

/** How often something may be done by a key: what one instance of a function remembers, best effort. */
export interface RateLimit {
  /** Takes a turn; 0, or the milliseconds after which there is one. */
  take(key: string, now: Instant): number;
  /** Gives back a turn that was not used. */
  giveBack(key: string): void;
}

/**
 * `burst` turns at once, and one more every `gapMs` (generic cell rate algorithm). Remembers at most `max` keys; past that
 * the one that was set longest ago is forgotten.
 */
export function boundedPace({ burst, gapMs, max }: { burst: number; gapMs: number; max: number }): RateLimit {
  /** When all turns that were taken are made up for. */
  const paidOff = new Map<string, Instant>();
  return {
    take: (key, now) => {
      const ahead = Math.max(0, (paidOff.get(key) ?? now) - now);
      // It is further ahead where the clock was set back.
      const owed = ahead <= burst * gapMs ? ahead : 0;
      const waitMs = owed - (burst - 1) * gapMs;
      if (waitMs > 0) return waitMs;
      putNewest(paidOff, { key, value: now + owed + gapMs }, max);
      return 0;
    },
    giveBack: (key) => {
      const until = paidOff.get(key);
      if (until !== undefined) paidOff.set(key, until - gapMs);
    },
  };
}

/** Until when something is not to be done again, by a key: what one instance of a function remembers, best effort. */
export interface Waits {
  /** Null where nothing is waited for. */
  until(key: string, now: Instant): Instant | null;
  isWaiting(key: string, now: Instant): boolean;
  wait(key: string, until: Instant): void;
  end(key: string): void;
}

/** How much is remembered. */
interface WaitsRules {
  /** Past so many keys the one that was set longest ago is forgotten. */
  max: number;
  /** Nothing is waited for any longer: a wait that is has been set before the clock was set back. */
  longestMs: number;
}

export function boundedWaits({ max, longestMs }: WaitsRules): Waits {
  const waits = new Map<string, Instant>();
  const untilOf = (key: string, now: Instant) => {
    const until = waits.get(key) ?? now;
    return until > now && until - now <= longestMs ? until : null;
  };
  return {
    until: untilOf,
    isWaiting: (key, now) => untilOf(key, now) !== null,
    wait: (key, until) => putNewest(waits, { key, value: until }, max),
    end: (key) => void waits.delete(key),
  };
}
