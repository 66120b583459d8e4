import { now } from '../state/clock.ts';
import { ApiError } from './api-error.ts';
import { pollDelayMs } from './poll-delay.ts';

export interface Poll {
  /** Asks at once, and after what is being asked just now: that may be older than a change. */
  now(): Promise<void>;
  stop(): void;
}

interface Pace {
  /** Whether something is awaited that may come at any moment. */
  isAwaited: () => boolean;
  /** For how many seconds nothing new is to be had. */
  atLeastSec: () => number;
}

/**
 * Runs at once and then again and again at the pace of `pollDelayMs`, never twice at the same time. `run` throws what it
 * could not do.
 */
export function startPoll(run: () => Promise<void>, { isAwaited, atLeastSec }: Pace): Poll {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;
  let retryAfterSec: number | null = null;
  let awaitedSince: number | null = null;
  let isStopped = false;
  let triedAt = 0;

  const plan = () => {
    clearTimeout(timer);
    if (isStopped) return;
    awaitedSince = isAwaited() ? (awaitedSince ?? now()) : null;
    const awaitedMs = awaitedSince === null ? null : now() - awaitedSince;
    const isVisible = document.visibilityState === 'visible';
    const isOnline = navigator.onLine;
    const facts = { awaitedMs, isVisible, isOnline, failures, retryAfterSec, atLeastSec: atLeastSec() };
    const delay = pollDelayMs(facts);
    if (delay !== null) timer = setTimeout(() => void once(), delay);
  };
  const once = () => {
    running ??= attempt().finally(() => {
      running = null;
      triedAt = now();
      plan();
    });
    return running;
  };
  const attempt = async () => {
    try {
      await run();
      failures = 0;
      retryAfterSec = null;
    } catch (error) {
      failures += 1;
      retryAfterSec = error instanceof ApiError ? error.retryAfterSec : null;
    }
  };
  const onChange = () => {
    const isDue = failures === 0 && now() >= triedAt + atLeastSec() * 1000;
    if (document.visibilityState === 'visible' && isDue) void once();
    else plan();
  };
  const onOnline = () => void once();

  document.addEventListener('visibilitychange', onChange);
  addEventListener('online', onOnline);
  void once();
  return {
    now: async () => {
      await running;
      await once();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('online', onOnline);
    },
  };
}
