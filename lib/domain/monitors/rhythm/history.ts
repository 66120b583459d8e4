import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import { type BlindWindow, windowAt } from '../outage/blind-window.ts';
import { pauseEndOf } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import type { Signal } from '../signal.ts';
import type { RestsOn } from './proposal.ts';

/** A signal of a monitor as its history has it. */
export interface RhythmEvent {
  kind: Signal['kind'];
  at: Instant;
  rid: string | null;
  durationMs: number | null;
}

/** A run that closed. */
export interface Run {
  /** Its success, or its failure. */
  at: Instant;
  /** When it began, as far as that is known of all runs; else the same as `at`. */
  beganAt: Instant;
  durationMs: number | null;
  isFailed: boolean;
}

/** What a monitor was heard of, oldest first, and when it could not be heard or was not to be. */
export interface History {
  runs: readonly Run[];
  /** Starts, as often as they came. */
  starts: readonly { at: Instant; rid: string | null }[];
  /** Pauses, and times in which pings could not reach us. */
  untold: readonly BlindWindow[];
  now: Instant;
}

/** Of so many runs the beginning must be known before schedules are looked for in beginnings. */
const BEGUN_SHARE = 0.9;
/** As long as the alignment of runs with starts is no chance. */
const EVENTS_MAX = LIMITS.eventsMax;

/**
 * The history that events in any order tell: at most the 500 newest, without what came in a pause or an outage of ours, and
 * without times at which nothing can have come.
 */
export function historyOf(
  events: readonly RhythmEvent[],
  untold: readonly BlindWindow[],
  now: Instant,
): History {
  const told = events
    .filter(({ at, durationMs }) => at <= now && at - (durationMs ?? 0) >= 0)
    .filter(({ at }) => windowAt(untold, at) === undefined)
    .toSorted((a, b) => a.at - b.at)
    .slice(-EVENTS_MAX);
  const closes = told.filter(({ kind }) => kind === 'ping' || kind === 'fail');
  const begun = closes.filter(({ durationMs }) => durationMs !== null).length;
  const isBegun = begun >= BEGUN_SHARE * closes.length;
  const runs = closes
    .filter(({ durationMs }) => !isBegun || durationMs !== null)
    .map(({ at, kind, durationMs }) => ({
      at,
      beganAt: isBegun ? at - (durationMs ?? 0) : at,
      durationMs,
      isFailed: kind === 'fail',
    }))
    .sort((a, b) => a.beganAt - b.beganAt);
  return { runs, starts: told.filter(({ kind }) => kind === 'start'), untold, now };
}

/** The present or last pause of a monitor, as a time that tells nothing of its rhythm. */
export function pauseOf(monitor: Pick<Monitor, 'pausedAt' | 'pausedUntil' | 'resumedAt'>): BlindWindow[] {
  const to = pauseEndOf(monitor);
  return monitor.pausedAt === null || to === null ? [] : [{ from: monitor.pausedAt, to }];
}

/** Runs, oldest first, as what something rests on. */
export function restsOn(runs: readonly Run[]): RestsOn {
  return { runs: runs.length, from: runs[0]?.at ?? 0, to: runs.at(-1)?.at ?? 0 };
}

/** Whether pings were not heard, or not to be heard, at some time from one instant to another. */
export function isUntold(untold: readonly BlindWindow[], from: Instant, to: Instant): boolean {
  return untold.some((window) => window.from <= to && (window.to === null || window.to >= from));
}
