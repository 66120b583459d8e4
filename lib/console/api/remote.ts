import { signal, type Signal } from '@preact/signals';
import { ApiError } from './api-error.ts';
import type { OperationName, Output, SomeInput } from './operations.ts';
import { startPoll, type Poll } from './poll.ts';
import { areSame, asOne, readPages, type TaggedPage } from './whole.ts';

/** Something of the service, as the page has it. */
export interface Remote<T> {
  /**
   * Null until it came. A screen may set it ahead of the service (an optimistic change), which has the last word at the
   * next poll or `reload`.
   */
  value: Signal<T | null>;
  /** Why the last call for it did not work; null when it did. What came before is still in `value`. */
  error: Signal<ApiError | null>;
  /** Whether it is asked for again by itself. */
  isPolled: boolean;
  /** Asks at once; resolves when it is answered, either way. */
  reload(): Promise<void>;
}

export interface RemoteOptions<T> {
  /** Asks again by itself. @default true */
  isPolled?: boolean;
  /** Whether something in it comes at any moment, such as a first ping: it is asked for every three seconds then. */
  isAwaited?: (value: T) => boolean;
  /** For how many seconds there is nothing newer than it (`poll_after_sec`). @default 0 */
  atLeastSec?: (value: T) => number;
  /** Whether all pages of a list are read, and shown as one. @default false */
  isWhole?: boolean;
}

/** One that is read while somebody shows it, and knows afterwards what it last was. */
export interface WatchedRemote<T> extends Remote<T> {
  /** Returns what ends it. */
  watch(): () => void;
}

const KEPT_MAX = 30;
const kept = new Map<string, WatchedRemote<never>>();

/** The same one for the same call, so that going back to a screen shows at once what it last showed. */
export function remoteOf<N extends OperationName>(
  name: N,
  input: SomeInput,
  options: RemoteOptions<Output<N>> = {},
): WatchedRemote<Output<N>> {
  const key = JSON.stringify([name, input]);
  const known = kept.get(key) as WatchedRemote<Output<N>> | undefined;
  const remote = known ?? newRemote(name, input, options);
  kept.delete(key);
  kept.set(key, remote as WatchedRemote<never>);
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_MAX))) kept.delete(oldest);
  return remote;
}

/** What the page has asked for by its operations, the latest last. */
export const remotesOfPage = (): readonly Remote<unknown>[] => [...kept.values()];

function newRemote<N extends OperationName>(
  name: N,
  input: SomeInput,
  options: RemoteOptions<Output<N>>,
): WatchedRemote<Output<N>> {
  /** What the service last said: its tags are worth nothing once a screen has changed the value. */
  let read: { value: Output<N>; pages: readonly TaggedPage<N>[] } | null = null;
  return watchedRemote(async (known) => {
    const had = read !== null && read.value === known ? read.pages : [];
    const pages = await readPages<N>({ name, input }, had, options.isWhole === true);
    if (read !== null && read.value === known && areSame(pages, had)) return read.value;
    read = { value: asOne(pages), pages };
    return read.value;
  }, options);
}

/**
 * One of what `read` gives, which is told what is shown now: it returns the same where nothing is new, and may `show` a
 * part before it has all.
 */
export function watchedRemote<T>(
  read: (known: T | null, show: (part: T) => void) => Promise<T>,
  { isPolled = true, isAwaited = () => false, atLeastSec = () => 0 }: RemoteOptions<T> = {},
): WatchedRemote<T> {
  const value = signal<T | null>(null);
  const error = signal<ApiError | null>(null);
  const show = (part: T) => {
    value.value = part;
  };
  const refresh = async () => {
    const known = value.value;
    const now = await read(known, show);
    error.value = null;
    if (now !== known) value.value = now;
  };
  const tried = async () => {
    try {
      await refresh();
    } catch (caught) {
      if (caught instanceof ApiError) error.value = caught;
      throw caught;
    }
  };
  let watchers = 0;
  let poll: Poll | null = null;
  const reload = () => (poll ? poll.now() : tried().catch(() => undefined));
  // A poll sees to it itself.
  const onOnline = () => void (poll === null && error.value !== null && reload());
  const watch = () => {
    watchers += 1;
    if (watchers === 1 && isPolled)
      poll = startPoll(tried, {
        isAwaited: () => value.value !== null && isAwaited(value.value),
        atLeastSec: () => (value.value === null ? 0 : atLeastSec(value.value)),
      });
    else if (watchers === 1) void reload();
    if (watchers === 1) addEventListener('online', onOnline);
    return () => {
      watchers -= 1;
      if (watchers > 0) return;
      removeEventListener('online', onOnline);
      poll?.stop();
      poll = null;
    };
  };
  return { value, error, isPolled, reload, watch };
}
