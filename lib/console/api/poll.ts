import { now } from '../state/clock.ts';
import { ApiError } from './api-error.ts';
import { pollDelayMs } from './poll-delay.ts';

export interface Poll {
  /** Asks at once, and after what is being asked just now: that may be older than a change. */
  now(): Promise<void>;
  stop(): void;
}

/**
 * Runs at once and then again and again at the pace of `pollDelayMs`, never twice at the same time. `isAwaited` says
 * whether something is awaited that may come at any moment. `run` throws what it could not do.
 */
export function startPoll(run: () => Promise<void>, isAwaited: () => boolean): Poll {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;
  let retryAfterSec: number | null = null;
  let awaitedSince: number | null = null;
  let isStopped = false;

  const plan = () => {
    clearTimeout(timer);
    if (isStopped) return;
    awaitedSince = isAwaited() ? (awaitedSince ?? now()) : null;
    const awaitedMs = awaitedSince === null ? null : now() - awaitedSince;
    const isVisible = document.visibilityState === 'visible';
    const delay = pollDelayMs({ awaitedMs, isVisible, isOnline: navigator.onLine, failures, retryAfterSec });
    if (delay !== null) timer = setTimeout(() => void once(), delay);
  };
  const once = () => {
    running ??= attempt().finally(() => {
      running = null;
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
  const onChange = () => (document.visibilityState === 'visible' && failures === 0 ? void once() : plan());
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
