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
