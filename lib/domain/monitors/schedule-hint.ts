import type { Instant } from '../instant.ts';
import { scheduleHint, type ScheduleHint } from '../schedule/hint.ts';
import { graceSecOf, scheduleOf } from './deadline.ts';
import type { Monitor } from './monitor.ts';

/** What the last pings say about the schedule of a monitor; null for an interval or when nothing looks wrong. */
export function scheduleHintOf(
  monitor: Monitor,
  events: readonly { kind: string; at: Instant }[],
  now: Instant,
): ScheduleHint | null {
  const schedule = scheduleOf(monitor);
  if (!schedule) return null;
  const pingsAt = events.filter((event) => event.kind === 'ping').map((event) => event.at);
  return scheduleHint(schedule, graceSecOf(monitor), pingsAt, now);
}
