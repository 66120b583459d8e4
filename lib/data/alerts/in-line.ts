import { within } from '../../adapters/timeout.ts';

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
  const ofTable = lines.get(place) ?? new Map<string, Promise<unknown>>();
  lines.set(place, ofTable);
  const before = ofTable.get(name);
  const done = before
    ? within(LONGEST_WAIT_MS, before)
        .catch(() => {})
        .then(() => work(true))
    : work(false);
  const last = done.catch(() => {});
  ofTable.set(name, last);
  try {
    return await done;
  } finally {
    if (ofTable.get(name) === last) ofTable.delete(name);
  }
}
