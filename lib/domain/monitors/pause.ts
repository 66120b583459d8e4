import { DAY_MS, HOUR_MS, MINUTE_MS } from '../calendar.ts';
import { accepted, refused, shown, type Decision } from '../decision.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import { isPaused, pauseEndOf } from './deadline.ts';
import type { Monitor } from './monitor.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The end of a pause: a future instant, at most 30 days ahead (SPEC.md "Errors" 4). */
export function pauseEnd(
  text: string,
  now: Instant,
  field = 'paused_until',
): Decision<Instant, 'pausa_invalida' | 'pausa_longa'> {
  const at = ISO.test(text) && isOfTheCalendar(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at) || at <= now) {
    return refused(
      'pausa_invalida',
      `${field} must be a future UTC instant in ISO 8601; got ${shown(text)}.`,
    );
  }
  if (at > now + LIMITS.pauseMaxSec * 1000) {
    return refused('pausa_longa', `${field} must be at most 30 days ahead; got ${shown(text)}.`);
  }
  return accepted(at);
}

/**
 * A monitor with a pause until an instant in the place of the one it had, or with none; null when that is so already. A
 * pause that is over is none.
 */
export function pausedAnew(monitor: Monitor, until: Instant | null, now: Instant): Monitor | null {
  const isSo = until === null ? !isPaused(monitor, now) : monitor.pausedUntil === until;
  return isSo ? null : { ...monitor, pausedUntil: until };
}

/** A pause that is over and moved a deadline. */
export interface PauseNote {
  /** Null where it is not known. */
  from: Instant | null;
  to: Instant;
  /** Since when the monitor was late as the pause began; absent when it was not. */
  lateSince?: Instant;
}

/** The last pause of a monitor when it ended after the last success; null without one. */
export function pauseSinceSuccess(monitor: Monitor): PauseNote | null {
  const { lastEventAt, pausedAt, lateAtPause } = monitor;
  const to = pauseEndOf(monitor);
  if (to === null || lastEventAt === null || to <= lastEventAt) return null;
  return { from: pausedAt, to, ...(lateAtPause !== undefined && { lateSince: lateAtPause }) };
}

/** For so long the page behind an alert pauses its monitor, and so long after the alert it does. */
const LINKED_PAUSE_MS = 8 * HOUR_MS;
const PAUSE_LINK_GOOD_MS = 7 * DAY_MS;
/** A button that is pressed twice was meant once. */
const SAME_PRESS_MS = 5 * MINUTE_MS;

/**
 * Until when the pause link is good of an alert that was decided at an instant and is sent now. What was put off counts from the
 * last whole day after that instant, so that the tries of a day write the same link.
 */
export function pauseLinkUntil(decidedAt: Instant, now: Instant): Instant {
  const days = Math.max(0, Math.floor((now - decidedAt) / DAY_MS));
  return decidedAt + days * DAY_MS + PAUSE_LINK_GOOD_MS;
}

/** A monitor paused by the link of an alert; null when it is paused for as long already, by a first press or otherwise. */
export function pausedByLink(monitor: Monitor, now: Instant): Monitor | null {
  const until = now + LINKED_PAUSE_MS;
  return (monitor.pausedUntil ?? 0) > until - SAME_PRESS_MS ? null : pausedAnew(monitor, until, now);
}

/** A parser takes 31 November for 1 December. */
function isOfTheCalendar(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
