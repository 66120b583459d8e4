import { allDone } from './all-done.ts';

/** Does the same for each of some things, so many at once; the results stand in their order. Throws the first error, when all is done. */
export async function sideBySide<T, R>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...things.entries()];
  const workOff = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, thing] = next;
      results[at] = await work(thing);
    }
  };
  await allDone(Array.from({ length: atOnce }, workOff));
  return results;
}
