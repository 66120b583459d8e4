import type { Invocation } from '../support/fault-scheduler.ts';
import type { Arrival } from '../support/fault-outside.ts';

/** What the run knows of a monitor from outside. */
export interface Watched {
  name: string;
  id: string;
  owner: number;
  token: string;
  intervalSec: number;
  /** Minutes between its scheduled runs, which begin at the full hour UTC; null for an interval. */
  everyMin: number | null;
  graceSec: number;
  maxDurationSec: number | null;
  /** It has been paused, deleted or otherwise patched so that claims about its silence no longer hold. */
  pausedOnce: boolean;
  deletion: Invocation | null;
}

/** A signal that was sent, and what its sender heard. */
export interface SentSignal {
  monitor: string;
  kind: 'success' | 'fail' | 'start';
  rid: string | null;
  /** Carried as `status`, so that its event is known by it. */
  mark: number;
  call: Invocation<{ statusCode?: number | undefined }>;
}

/** A periodic check. */
export interface RunCheck {
  call: Invocation<{ failed: number; finished: boolean }>;
}

/** Everything a run did and saw. */
export interface Facts {
  plan: string;
  monitors: Watched[];
  signals: SentSignal[];
  checks: RunCheck[];
  invocations: readonly Invocation[];
  posts: Arrival[];
  /** The `webhook-id` of each try to POST. */
  tries: string[];
  mails: Arrival[];
  /** The `webhook-id` of each alert that its owner had sent once more. */
  resent: Set<string>;
}

/** The status an answer had; undefined when there was none. */
export function statusOf(call: Invocation<{ statusCode?: number | undefined }>): number | undefined {
  return call.ending?.how === 'done' ? call.ending.value.statusCode : undefined;
}

export function isAcknowledged(signal: SentSignal): boolean {
  return statusOf(signal.call) === 200;
}

/** True unless the sender was told that the monitor is gone. */
export function mayCount(signal: SentSignal): boolean {
  const status = statusOf(signal.call);
  return status === undefined || status === 200 || status >= 500;
}
