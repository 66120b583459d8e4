/**
 * Does the same for each of some things, so many at once; the results stand in their order. One that fails keeps no other
 * from its turn: the first error is thrown when all is done.
 */
export async function sideBySide<T, R>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const errors: unknown[] = [];
  const waiting = [...things.entries()];
  const workOff = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, thing] = next;
      try {
        results[at] = await work(thing);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
  if (errors.length > 0) throw errors[0];
  return results;
}

type Results<T> = { -readonly [K in keyof T]: Awaited<T[K]> };

/**
 * Waits for all before it fails: nothing may be under way when a function answers, since Lambda freezes it then, and no
 * late write of one attempt may overtake the next attempt's. Throws the first error.
 */
export async function allDone<T extends readonly unknown[] | []>(work: T): Promise<Results<T>> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])) as Results<T>;
}
