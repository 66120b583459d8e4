import type { Instant } from '../../domain/instant.ts';
import { putNewest } from './bounded-map.ts';

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
