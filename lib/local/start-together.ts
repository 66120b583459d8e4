/** Anything that was started and can be stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** Takes a started part into the whole, and gives it back. */
export type Own = <T extends Stoppable>(part: T) => T;

/**
 * Starts several parts as one: when a later one cannot start, those before it are stopped again. `stop` stops them
 * last to first.
 */
export async function startTogether<T>(start: (own: Own) => Promise<T>): Promise<T & Stoppable> {
  const parts = new AsyncDisposableStack();
  const own: Own = (part) => {
    parts.defer(() => part.stop());
    return part;
  };
  try {
    return { ...(await start(own)), stop: () => parts.disposeAsync() };
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}
