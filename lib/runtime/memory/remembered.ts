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
  /** 1 until it is known. */
  weight: number;
}

/**
 * Remembers the values that were asked for last, `max` of them or as many as weigh that much together, each as long as
 * `forMs` says. What could not be read is forgotten.
 */
export function remembered<V>(
  clock: Clock,
  max: number,
  forMs: (value: V) => number,
  weightOf: (value: V) => number = () => 1,
): Remembered<V> {
  const entries = new Map<string, Entry<V>>();
  const anew = (key: string, read: () => Promise<V>): Promise<V> => {
    const askedAt = clock.now();
    const entry: Entry<V> = { value: read(), askedAt, goodUntil: Number.POSITIVE_INFINITY, weight: 1 };
    putNewest(entries, { key, value: entry }, max);
    entry.value.then(
      (value) => {
        entry.goodUntil = askedAt + forMs(value);
        entry.weight = weightOf(value);
        if (entry.weight > 1) lighten(entries, max);
      },
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

/** Lets the oldest go until the others weigh no more than `max`, or the newest is alone. */
function lighten(entries: Map<string, { weight: number }>, max: number): void {
  let total = [...entries.values()].reduce((sum, { weight }) => sum + weight, 0);
  for (const [key, { weight }] of entries) {
    if (total <= max || entries.size === 1) return;
    entries.delete(key);
    total -= weight;
  }
}
