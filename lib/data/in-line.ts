import { within } from '../adapters/timeout.ts';

/** Whoever has waited for so long goes all the same: one before it may hang, and its caller waits for an answer. */
const LONGEST_WAIT_MS = 12_000;

const lines = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Does some work after that of all others of this process that stood in the same line before; told whether it waited.
 * `place` holds the lines, such as those of a table.
 */
export async function inLine<T>(
  place: object,
  name: string,
  work: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const ofPlace = lines.get(place) ?? new Map<string, Promise<unknown>>();
  lines.set(place, ofPlace);
  const before = ofPlace.get(name);
  const done = before
    ? within(LONGEST_WAIT_MS, before)
        .catch(() => {})
        .then(() => work(true))
    : work(false);
  const last = done.catch(() => {});
  ofPlace.set(name, last);
  try {
    return await done;
  } finally {
    if (ofPlace.get(name) === last) ofPlace.delete(name);
  }
}
