import { MINUTE_MS } from '../calendar.ts';
import type { Instant } from '../instant.ts';
import { levelOf, type Threshold, type ThresholdRule } from '../machines/thresholds/threshold.ts';
import type { Monitor } from './monitor.ts';
import { applySignal, type Signal } from './signal.ts';

const BEHIND_MAX_MS = 10 * MINUTE_MS;

/** A monitor that watches a number. */
export type ThresholdMonitor = Monitor & { threshold: Threshold };

export function isThreshold(monitor: Monitor): monitor is ThresholdMonitor {
  return monitor.threshold !== undefined;
}

/**
 * A monitor after a reading of its number that came at `at`: beyond the value is a failure, within it a success. The same
 * monitor where that says nothing new, so that a machine that is well, or ill as before, writes nothing. What comes behind
 * a later reading says nothing.
 */
export function afterNumber(monitor: ThresholdMonitor, value: number, at: Instant): ThresholdMonitor {
  const { threshold } = monitor;
  if (isBehind(threshold, at)) return monitor;
  const kind = turnOf(monitor, value);
  if (kind === null) return monitor;
  const { monitor: after } = applySignal(monitor, signalOf(kind, value, at), at);
  // One minute has one reading, however often it is sent.
  if (kind === 'fail' && after.failedRuns !== null && after.failedRuns === monitor.failedRuns) return monitor;
  return { ...after, threshold: { ...threshold, judgedAt: at } };
}

/**
 * A monitor under another rule. What was counted under the one before counts no more, and a failure that nobody was told of is
 * none where it is not beyond the new value: the next reading is held against that.
 */
export function underRule(monitor: ThresholdMonitor, rule: ThresholdRule): ThresholdMonitor {
  const { threshold, pending } = monitor;
  if (rule.side === threshold.side && rule.value === threshold.value) return monitor;
  const after = { ...monitor, threshold: { ...threshold, ...rule } };
  const last = pending.at(-1);
  const isBeyond = last?.reading !== undefined && levelOf(after.threshold, last.reading) === 'beyond';
  if (last?.kind !== 'fail' || isBeyond)
    return { ...after, failedRuns: monitor.failing ? monitor.failedRuns : null };
  // One that is to be told opens an incident: what is open already has no other.
  return { ...after, pending: pending.slice(0, -1), failing: false, failedRuns: null };
}

/** A reading that took another way may come behind a later one; one that is far behind comes by a clock that was set back. */
function isBehind({ judgedAt = 0 }: Threshold, at: Instant): boolean {
  return at <= judgedAt && judgedAt - at <= BEHIND_MAX_MS;
}

/** What a number turns a monitor to; null where it stays as it is. */
function turnOf(monitor: ThresholdMonitor, value: number): 'fail' | 'ping' | null {
  const level = levelOf(monitor.threshold, value);
  if (level === 'beyond') return monitor.failing ? null : 'fail';
  if (monitor.failing) return level === 'within' ? 'ping' : null;
  // Of several in a row that have to be beyond it, one was not.
  return monitor.failedRuns !== null || monitor.lastEventAt === null ? 'ping' : null;
}

function signalOf(kind: 'fail' | 'ping', value: number, at: Instant): Signal {
  const said = kind === 'fail' && { reading: value, eventId: `r${Math.floor(at / MINUTE_MS)}` };
  return { kind, rid: null, status: null, latencyMs: null, ...said };
}
