import type { Clock } from '../../adapters/clock.ts';
import type { Instant } from '../../domain/instant.ts';
import { putNewest } from './bounded.ts';

/** What one instance of the function has read, by key. */
export interface Remembered<V> {
  /** What is known, read where nothing is; who asks at once waits for one read. */
  of(key: string, read: () => Promise<V>): Promise<V>;
  /** What is so now, whatever is known. */
  anew(key: string, read: () => Promise<V>): Promise<V>;
}

interface Entry<V> {
  value: Promise<V>;
  askedAt: Instant;
  goodUntil: Instant;
}

/** Remembers the `max` values that were asked for last, each as long as `forMs` says. What could not be read is forgotten. */
export function remembered<V>(clock: Clock, max: number, forMs: (value: V) => number): Remembered<V> {
  const entries = new Map<string, Entry<V>>();
  const anew = (key: string, read: () => Promise<V>): Promise<V> => {
    const askedAt = clock.now();
    const entry: Entry<V> = { value: read(), askedAt, goodUntil: Number.POSITIVE_INFINITY };
    putNewest(entries, { key, value: entry }, max);
    entry.value.then(
      (value) => void (entry.goodUntil = askedAt + forMs(value)),
      () => entries.get(key) === entry && entries.delete(key),
    );
    return entry.value;
  };
  return {
    anew,
    of(key, read) {
      const entry = entries.get(key);
      const now = clock.now();
      // Before it was asked: the clock was set back.
      if (!entry || entry.goodUntil <= now || now < entry.askedAt) return anew(key, read);
      putNewest(entries, { key, value: entry }, max);
      return entry.value;
    },
  };
}
