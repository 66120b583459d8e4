import type { Instant } from '../../domain/instant.ts';
import { putNewest } from './bounded-map.ts';

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
