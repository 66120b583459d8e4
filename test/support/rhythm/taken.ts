import type { Instant } from '../../../lib/domain/instant.ts';
import { deadlineOf, isOverdue, scheduleOf } from '../../../lib/domain/monitors/deadline.ts';
import type { Monitor } from '../../../lib/domain/monitors/monitor.ts';
import { isUntold } from '../../../lib/domain/monitors/rhythm/history.ts';
import type { ProposalPatch, RestsOn } from '../../../lib/domain/monitors/rhythm/proposal.ts';
import { applySignal } from '../../../lib/domain/monitors/signal.ts';
import { nextRunAfter } from '../../../lib/domain/schedule/next-run.ts';
import { signal } from '../alerts/monitor-builder.ts';
import type { Made } from './histories.ts';

/** A monitor under a patch. */
export function patched(monitor: Monitor, patch: ProposalPatch): Monitor {
  const after = {
    ...monitor,
    cron: patch.cron ?? monitor.cron,
    tz: patch.tz ?? monitor.tz,
    graceSec: patch.grace_sec ?? monitor.graceSec,
    intervalSec: patch.interval_sec ?? monitor.intervalSec,
  };
  const schedule = scheduleOf(after);
  return { ...after, nextExpectedAt: schedule && nextRunAfter(schedule, monitor.lastEventAt ?? 0) };
}

/** When a monitor would have become late over the runs of a history that a proposal rests on, had it been taken before them. */
export function lateUnder(
  monitor: Monitor,
  { events, untold, now }: Pick<Made, 'events' | 'untold' | 'now'>,
  { from }: RestsOn,
): Instant[] {
  const late: Instant[] = [];
  let current = { ...monitor, lastEventAt: null } as Monitor;
  const isExcused = (until: Instant) => isUntold(untold, current.lastEventAt ?? 0, until);
  for (const { kind, at } of events.toReversed()) {
    if (kind !== 'ping' || at < from) continue;
    if (isOverdue(current, at) && !isExcused(at)) late.push(deadlineOf(current) ?? at);
    current = applySignal(current, signal('ping'), at).monitor;
  }
  if (isOverdue(current, now) && !isExcused(now)) late.push(now);
  return late;
}
