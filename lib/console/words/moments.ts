import type { Output } from '../api/operations.ts';

type Monitor = Pick<
  Output<'listMonitors'>['endpoints'][number],
  'state' | 'paused_until' | 'next_expected_at' | 'deadline_at'
>;

/** When a job is expected next, or goes on after a pause; null where nothing is. In ISO 8601. */
export function dueAtOf({
  state,
  paused_until: pausedUntil,
  next_expected_at: expectedAt,
  deadline_at: deadlineAt,
}: Monitor): string | null {
  if (state === 'paused') return pausedUntil;
  // Of an interval the deadline is all that is expected.
  return state === 'inactive' ? null : (expectedAt ?? deadlineAt);
}

/** A moment in a zone as a sentence has it: the time alone of today, with its day otherwise. */
export function momentText(at: string, now: number, zone: string): string {
  const moment = Date.parse(at);
  const day = (time: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(time);
  const time = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(moment);
  if (day(moment) === day(now)) return time;
  const date = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: zone,
  });
  return `${date.format(moment)} ${time}`;
}
