import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { FailedRuns, FailureDetails, Monitor, MonitorSettings } from './monitor.ts';
import { detailsOf, withPending } from './pending.ts';

type Failing = Pick<Monitor, 'pending' | 'failing' | 'failedRuns'>;

/** A failure as its signal tells it. */
interface Failure extends FailureDetails {
  eventId?: string;
}

/**
 * A monitor after a failed run. It waits to be told once so many in a row have failed as its owner wants, and from then
 * on until a success; before that it is counted only.
 */
export function afterFailure(monitor: Monitor, failure: Failure, now: Instant): Monitor {
  const isEach = monitor.alertAfterFailures === 1;
  const failedRuns = isEach ? null : counted(monitor.failedRuns, failure, now);
  const isTold = monitor.failing || failedRuns === null || failedRuns.inARow >= monitor.alertAfterFailures;
  if (!isTold) return { ...monitor, failedRuns };
  return { ...monitor, ...told(monitor, failedRuns, failure, now), failedRuns };
}

/** What new settings make of failures that were counted under the old ones: they may be enough by now. */
export function failuresUnder(
  monitor: Monitor,
  { alertAfterFailures }: Pick<MonitorSettings, 'alertAfterFailures'>,
  now: Instant,
): Failing {
  const { pending, failing, failedRuns } = monitor;
  if (failing || failedRuns === null || failedRuns.inARow < alertAfterFailures)
    return { pending, failing, failedRuns };
  return { ...told(monitor, failedRuns, failedRuns, now), failedRuns };
}

function told(
  { pending }: Monitor,
  failedRuns: FailedRuns | null,
  failure: Failure,
  now: Instant,
): Pick<Monitor, 'pending' | 'failing'> {
  const { since = now, inARow = 1 } = failedRuns ?? {};
  const { inARow: _counted, ...said } = detailsOf(failure);
  const outcome = {
    kind: 'fail',
    at: now,
    ...(since !== now && { since }),
    ...said,
    ...(inARow > 1 && { inARow }),
  } as const;
  return { pending: withPending(pending, outcome), failing: true };
}

function counted(before: FailedRuns | null, failure: Failure, now: Instant): FailedRuns {
  const { eventId } = failure;
  const events = before?.events ?? [];
  if (before && eventId !== undefined && events.includes(eventId)) return before;
  return {
    ...detailsOf(failure),
    inARow: (before?.inARow ?? 0) + 1,
    since: Math.min(before?.since ?? now, now),
    events: [...events, ...(eventId === undefined ? [] : [eventId])].slice(-LIMITS.alertAfterFailuresMax),
  };
}
