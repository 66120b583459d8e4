/** Chance that repeats itself: the same seed gives the same numbers (mulberry32). */
export interface Random {
  /** From 0 up to, not with, 1. */
  next(): number;
  /** A whole number from 0 up to, not with, `limit`. */
  below(limit: number): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  bytes(count: number): Buffer;
}

export function randomOf(seed: number): Random {
  let state = (seed ^ 0x9e37_79b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('There is nothing to pick from.');
    return list[below(list.length)] as T;
  };
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() < probability,
    pick,
    shuffled: (list) =>
      list
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
