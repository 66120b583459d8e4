import type { Instant } from '../../../../lib/domain/instant.ts';

/** One line of a crontab, as the sets of values its five fields name. */
export interface CronLine {
  cron: string;
  minutes: Set<number>;
  hours: Set<number>;
  daysOfMonth: Set<number>;
  months: Set<number>;
  daysOfWeek: Set<number>;
  isWild: boolean;
  areDaysAnded: boolean;
}

/** A clock change: offsets in minutes before and from `at` on. */
export interface ClockChange {
  tz: string;
  at: Instant;
  beforeMin: number;
  afterMin: number;
}

const MINUTE_MS = 60_000;
const LARGE_JUMP_MIN = 180;

/**
 * When the daemon starts a line between two instants: it wakes every minute, compares the wall clock with the
 * minute it has last served, and treats a jump by its size. Written from the rules of cron(8), slow on purpose.
 */
export function vixieRuns(line: CronLine, change: ClockChange, fromAt: Instant, untilAt: Instant): Instant[] {
  const clockAt = (at: Instant): number =>
    Math.floor(at / MINUTE_MS) + (at < change.at ? change.beforeMin : change.afterMin);
  const runs = new Set<Instant>();
  let served = clockAt(fromAt - MINUTE_MS);
  for (let at = fromAt; at < untilAt; at += MINUTE_MS) {
    const clock = clockAt(at);
    const jump = clock - served;
    if (jump === 1 || Math.abs(jump) > LARGE_JUMP_MIN) {
      served = clock;
      if (isDue(line, clock)) runs.add(at);
    } else if (jump > 1) {
      if (line.isWild && isDue(line, clock)) runs.add(at);
      while (served < clock) {
        served += 1;
        if (!line.isWild && isDue(line, served)) runs.add(at);
      }
    } else if (line.isWild && isDue(line, clock)) {
      runs.add(at);
    }
  }
  return [...runs];
}

/** Whether the fields name a minute of local time, counted as if it were UTC. */
export function isDue(line: CronLine, minute: number): boolean {
  const date = new Date(minute * MINUTE_MS);
  const byMonthDay = line.daysOfMonth.has(date.getUTCDate());
  const byWeekday = line.daysOfWeek.has(date.getUTCDay());
  return (
    line.minutes.has(date.getUTCMinutes()) &&
    line.hours.has(date.getUTCHours()) &&
    line.months.has(date.getUTCMonth() + 1) &&
    (line.areDaysAnded ? byMonthDay && byWeekday : byMonthDay || byWeekday)
  );
}
