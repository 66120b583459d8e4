import type { Instant } from '../instant.ts';
import type { Schedule } from './schedule.ts';

/** A likely misconfiguration of a scheduled monitor and the patch that would mend it. */
export interface ScheduleHint {
  kind: 'zone' | 'early';
  /** One sentence. */
  detail: string;
  /** Body for `PATCH /api/endpoints/:id`. */
  patch: { tz: string } | { grace_sec: number };
}

/** What the recent success pings say about a schedule, or null when they say nothing certain. */
export function scheduleHint(
  _schedule: Schedule,
  _graceSec: number,
  _successPingsAt: Instant[],
  _now: Instant,
): ScheduleHint | null {
  return null;
}
