import { ApiError } from '../../../api/api-error.ts';
import { UNDO_MAX } from '../../../state/undo.ts';

/** Of many a few calls at a time: they are no load, and a hundred are done in a moment. */
const AT_ONCE = 4;
const TRIES = 3;
const WAIT_MAX_SEC = 60;

/**
 * Does the same with many, a few at a time. `onEnd` is told of each; what the service asks to be repeated is. As many as
 * wait at most begin at once, since they may be sent because the page is left, and then there is no next moment;
 * when it is left (`pagehide` of `page`) so does what is left of more.
 */
export async function runMany<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onEnd: (item: T, error: unknown) => void,
  page = new EventTarget(),
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      const error = await tried(() => work(item));
      onEnd(item, error);
    }
  };
  const workers: Promise<void>[] = [];
  const begin = (count: number) => {
    for (let at = 0; at < count; at += 1) workers.push(worker());
  };
  const beginAll = () => begin(items.length);
  page.addEventListener('pagehide', beginAll);
  begin(items.length > UNDO_MAX ? AT_ONCE : items.length);
  // Those that begin meanwhile too.
  for (const each of workers) await each;
  page.removeEventListener('pagehide', beginAll);
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
