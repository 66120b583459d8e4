import type { Instant } from '../../instant.ts';
import { incidentAt } from '../check.ts';
import { awaitedRunAt, deadlineOf, isPaused } from '../deadline.ts';
import type { Monitor } from '../monitor.ts';
import { stateOf } from '../state.ts';
import type { CheckFields } from './check-fields.ts';

export type CheckStatus = 'new' | 'up' | 'grace' | 'down' | 'paused';

/** How a check is, in the words of Healthchecks. */
export function checkStatusOf(monitor: Monitor, fields: CheckFields, now: Instant): CheckStatus {
  if (isPaused(monitor, now)) return 'paused';
  if (incidentAt(monitor, now) !== null || stateOf(monitor, now) === 'late') return 'down';
  if (monitor.lastEventAt === null) return 'new';
  const expectedAt = expectedAtOf(monitor, fields);
  return expectedAt !== null && now >= expectedAt ? 'grace' : 'up';
}

/** When its grace begins: with the ping that is awaited, or with a run that was started before. Null while nothing is awaited. */
export function nextPingAt(monitor: Monitor, fields: CheckFields, now: Instant): Instant | null {
  const status = checkStatusOf(monitor, fields, now);
  if (status === 'paused' || status === 'down') return null;
  const awaited = status === 'new' ? null : expectedAtOf(monitor, fields);
  const times = [...monitor.runs.map(({ startedAt }) => startedAt), ...(awaited === null ? [] : [awaited])];
  return times.length === 0 ? null : Math.min(...times);
}

/** When the next ping is expected, before any grace. */
function expectedAtOf(monitor: Monitor, { grace }: CheckFields): Instant | null {
  if (monitor.cron !== null) return awaitedRunAt(monitor);
  const deadlineAt = deadlineOf({ ...monitor, extendedUntil: null });
  return deadlineAt === null ? null : deadlineAt - grace * 1_000;
}
