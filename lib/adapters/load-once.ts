/**
 * Loads with the first call and hands out the same from then on. A failed load is not remembered: the instance of a
 * function lives for hours, and the next call may well succeed.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
