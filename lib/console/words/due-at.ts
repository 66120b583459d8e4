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
