import type { Instant } from '../domain/instant.ts';

/** Until when something is not to be done again, by a key: what one instance of a function remembers, best effort. */
export interface Waits {
  isWaiting(key: string, now: Instant): boolean;
  wait(key: string, until: Instant): void;
  end(key: string): void;
}

/** Remembers at most `max` keys; past that the one that was set longest ago is forgotten. */
export function boundedWaits(max: number): Waits {
  const waits = new Map<string, Instant>();
  return {
    isWaiting: (key, now) => (waits.get(key) ?? now) > now,
    wait: (key, until) => {
      waits.delete(key);
      waits.set(key, until);
      const [oldest] = waits.size > max ? waits.keys() : [];
      if (oldest !== undefined) waits.delete(oldest);
    },
    end: (key) => void waits.delete(key),
  };
}
