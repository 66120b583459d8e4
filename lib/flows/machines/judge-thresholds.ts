import { monitorOf, readableMonitors, replaceMonitor } from '../../data/monitors/monitors.ts';
import { tryAtOnce } from '../../data/retry-on-conflict.ts';
import type { Table } from '../../data/table.ts';
import { MINUTE_MS } from '../../domain/calendar.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Device } from '../../domain/machines/devices/device.ts';
import type { Values } from '../../domain/machines/measures/measure.ts';
import { numberIn } from '../../domain/machines/thresholds/threshold.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { afterNumber, isThreshold } from '../../domain/monitors/threshold-reading.ts';
import { boundedWaits } from '../../runtime/memory/bounded.ts';
import type { CoreDeps } from '../../runtime/deps.ts';
import { sideBySide } from '../concurrently.ts';

/** What a machine said of its measures, and when it came. */
export interface ArrivedReading {
  read: ReadonlyMap<string, Values>;
  at: Instant;
}

export type JudgeThresholds = (device: Device, reading: ArrivedReading) => Promise<void>;

type Deps = Pick<CoreDeps, 'table' | 'log'>;

/** Fewer than the connections that the SDK has. */
const AT_ONCE = 10;
const REMEMBERED_MAX = 10_000;

/**
 * Holds a reading against the thresholds of its device: one read, and a write for each that it turns. Once a minute by each
 * instance, so that no machine makes more of them. Never throws: what fails is logged, and the next reading decides anew,
 * since what counts is how the number is and not that it changed.
 */
export function thresholdJudge({ table, log }: Deps): JudgeThresholds {
  const judged = boundedWaits({ max: REMEMBERED_MAX, longestMs: MINUTE_MS });
  return async ({ id: deviceId, spaceId, thresholds }, { read, at }) => {
    const due = thresholds.filter(
      ({ monitorId, measure }) => read.has(measure) && !judged.isWaiting(monitorId, at),
    );
    if (due.length === 0) return;
    const nextMinute = (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS;
    for (const { monitorId } of due) judged.wait(monitorId, nextMinute);
    const ids = due.map(({ monitorId }) => monitorId);
    const failed = (monitorIds: readonly string[], error: unknown) => {
      for (const id of monitorIds) judged.end(id);
      log.error('threshold_not_judged', error);
    };
    try {
      const { items, unreadable } = await readableMonitors(table, ids, { consistent: false });
      for (const error of unreadable) log.error('threshold_not_judged', error);
      const own = items.filter((each) => each.spaceId === spaceId && each.threshold?.deviceId === deviceId);
      await sideBySide(own, AT_ONCE, async (monitor) => {
        try {
          await judge(table, monitor, { read, at });
        } catch (error) {
          failed([monitor.id], error);
        }
      });
    } catch (error) {
      failed(ids, error);
    }
  };
}

/** Decides one, again from what is there where somebody else moved it first. */
function judge(table: Table, seen: Monitor, { read, at }: ArrivedReading): Promise<void> {
  return tryAtOnce(async (conflict) => {
    if (conflict && !conflict.current) return;
    const before = conflict?.current ? monitorOf(conflict.current) : seen;
    if (!before.active || !isThreshold(before)) return;
    const value = numberIn(before.threshold, read.get(before.threshold.measure) ?? {});
    if (value === undefined) return;
    const after = afterNumber(before, value, at);
    if (after !== before) await replaceMonitor(table, before, after);
  });
}
