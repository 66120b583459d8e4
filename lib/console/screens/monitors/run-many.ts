import { ApiError } from '../../api/api-error.ts';

/** A few calls at a time are no load, and a hundred are done in a moment. */
const AT_ONCE = 4;
const TRIES = 3;
const WAIT_MAX_SEC = 60;

/** Does the same with many, a few at a time. `onEnd` is told of each; what the service asks to be repeated is. */
export async function runMany<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onEnd: (item: T, error: unknown) => void,
  atOnce = AT_ONCE,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      const error = await tried(() => work(item));
      onEnd(item, error);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/** What went wrong at last, or undefined. */
async function tried(work: () => Promise<unknown>): Promise<unknown> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await work();
      return undefined;
    } catch (error) {
      const waitSec = left > 1 && error instanceof ApiError ? error.retryAfterSec : null;
      if (waitSec === null || waitSec > WAIT_MAX_SEC) return error;
      await new Promise((resolve) => setTimeout(resolve, waitSec * 1000));
    }
  }
}
