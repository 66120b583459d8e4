import { intervalWords, scheduleWords } from '../../render/view/schedule-words.ts';
import { durationText } from '../../render/time-text.ts';
import type { Output } from '../api/operations.ts';

type Monitor = Pick<
  Output<'getMonitor'>,
  | 'state'
  | 'incident'
  | 'cron'
  | 'tz'
  | 'interval_sec'
  | 'grace_sec'
  | 'next_expected_at'
  | 'last_event_at'
  | 'paused_until'
  | 'max_duration_sec'
>;

/** When a ping is expected, in words. */
export function expectedWords({
  cron,
  tz,
  interval_sec: sec,
}: Pick<Monitor, 'cron' | 'tz' | 'interval_sec'>): string {
  return cron === null ? intervalWords(sec) : scheduleWords(cron, tz ?? 'UTC');
}

/** How a monitor stands and why, with the arithmetic; `at` writes a moment, `now` is in milliseconds. */
export function statusWords(monitor: Monitor, now: number, at: (instant: string) => string): string {
  const { state, incident } = monitor;
  switch (state) {
    case 'inactive':
      return 'Deleted: its ping URL has ended, and its record goes after 30 days.';
    case 'paused':
      return `Paused until ${monitor.paused_until === null ? 'somebody resumes it' : at(monitor.paused_until)}; nobody is told of its silence.`;
    case 'waiting':
      return incident
        ? troubleWords(incident, now, at)
        : 'Waiting for its first ping; until then its silence alarms nobody.';
    case 'late':
      return `Late since ${incident ? at(incident.since) : 'a moment ago'}: ${sumWords(monitor, at)}.`;
    case 'ok':
      return incident ? troubleWords(incident, now, at) : `On time: ${sumWords(monitor, at)}.`;
  }
}

function troubleWords(
  { reason, since }: { reason: string; since: string },
  now: number,
  at: (instant: string) => string,
): string {
  const away = durationText((now - Date.parse(since)) / 1000);
  return reason === 'too_long'
    ? `Running too long since ${at(since)}, ${away} over its limit.`
    : `Failing since ${at(since)}, for ${away}; it pings in time.`;
}

/** `expected 02:30 + 10 min of grace`. */
function sumWords(monitor: Monitor, at: (instant: string) => string): string {
  const { cron, next_expected_at: next, grace_sec: grace, interval_sec: sec, last_event_at: last } = monitor;
  if (cron !== null && next !== null) return `expected ${at(next)} + ${durationText(grace ?? 0)} of grace`;
  return `last ping ${last === null ? 'never' : at(last)} + ${durationText(sec)} of interval`;
}
