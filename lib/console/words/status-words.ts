import { intervalWords, scheduleWords } from '../../render/monitors/schedule-words.ts';
import { durationText } from '../../render/time-text.ts';
import type { Output } from '../api/operations.ts';

type Monitor = Pick<
  Output<'getMonitor'>,
  | 'state'
  | 'incident'
  | 'cron'
  | 'tz'
  | 'interval_sec'
  | 'paused_until'
  | 'deadline'
  | 'deadline_at'
  | 'threshold'
>;

/** When a ping is expected, in words. */
export function expectedWords({
  cron,
  tz,
  interval_sec: sec,
  threshold,
}: Pick<Monitor, 'cron' | 'tz' | 'interval_sec' | 'threshold'>): string {
  if (threshold) return `not ${threshold.rule}`;
  return cron === null ? intervalWords(sec) : scheduleWords(cron, tz ?? 'UTC');
}

/** How a monitor stands and why, with the arithmetic; `at` writes a moment, `now` is in milliseconds. */
export function statusWords(monitor: Monitor, now: number, at: (instant: string) => string): string {
  const { state, incident, deadline, deadline_at: deadlineAt } = monitor;
  const trouble = incident ? troubleWords(incident, now, at) : '';
  if (!trouble && monitor.threshold && (state === 'ok' || state === 'waiting'))
    return state === 'ok' ? 'Within its threshold.' : 'Waiting for the first reading.';
  const sum = deadline ? `: ${sumWords(deadline, at)}.` : '.';
  switch (state) {
    case 'inactive':
      return 'Deleted: its ping URL no longer works, and its history is erased after 30 days.';
    case 'paused':
      return `Paused until ${monitor.paused_until === null ? 'resumed' : at(monitor.paused_until)}; it sends no alerts.`;
    case 'waiting':
      return trouble || 'Waiting for its first ping. Until then, silence raises no alert.';
    case 'late':
      return `Late${deadlineAt === null ? '' : ` since ${at(deadlineAt)}`}${sum} ${trouble}`.trimEnd();
    case 'ok':
      if (incident?.reason === 'silence') {
        const away = durationText((now - Date.parse(incident.since)) / 1000);
        const afresh = deadlineAt === null ? '' : ` New deadline ${at(deadlineAt)}${sum}`;
        return `Silent since ${at(incident.since)}, for ${away}.${afresh}`;
      }
      if (incident?.reason === 'threshold') return trouble;
      return trouble ? `${trouble} Its pings are on time.` : `On time${sum}`;
  }
}

/** What is wrong beside a silence. */
function troubleWords(
  { reason, since }: { reason: string; since: string },
  now: number,
  at: (instant: string) => string,
): string {
  if (reason === 'silence') return '';
  const away = durationText((now - Date.parse(since)) / 1000);
  if (reason === 'threshold') return `Beyond its threshold since ${at(since)}, for ${away}.`;
  return reason === 'too_long'
    ? `Running too long since ${at(since)}, ${away} over its limit.`
    : `Failing since ${at(since)}, for ${away}.`;
}

const COUNTED_FROM = { ping: 'last ping', pause: 'end of the pause', schedule: 'expected' } as const;

/** `expected 02:30 + 10 min of grace`: the sum of a deadline as the service has it. */
export function sumWords(
  { counts_from: start, from, tolerance_sec: sec, held_sec: held }: NonNullable<Monitor['deadline']>,
  at: (instant: string) => string,
): string {
  const moved = held === 0 ? '' : ` + ${durationText(held)} when pings could not reach us`;
  return `${COUNTED_FROM[from]} ${at(start)} + ${durationText(sec)} of ${from === 'schedule' ? 'grace' : 'interval'}${moved}`;
}
