import type { Instant } from '../../instant.ts';
import type { MonitorSettings } from '../monitor.ts';

/** When a monitor is to be heard. */
export type Timing = Pick<MonitorSettings, 'intervalSec' | 'cron' | 'tz' | 'graceSec'> & {
  nextExpectedAt: Instant | null;
  unscheduledSec: number | null;
};
export type DecidedSettings = MonitorSettings & Timing;

/**
 * The settings of a new monitor of which no more is said than its name and when it is to be heard. Nothing is judged here,
 * so that a first ping loads no rules of what a ping cannot say. `ownAlertTo` is whom the
 * monitors of its owner mail by themselves.
 */
export function defaultMonitorSettings(
  name: string,
  timing: Timing,
  ownAlertTo: string | null | undefined,
): DecidedSettings {
  return {
    ...timing,
    name,
    alertTo: ownAlertTo ?? null,
    alertToOwn: ownAlertTo !== null && ownAlertTo !== undefined,
    alertUrl: null,
    maxDurationSec: null,
    alertRepeatSec: null,
    alertAfterFailures: 1,
    usesChannels: true,
    tags: [],
    pausedUntil: null,
  };
}

/** By an interval in seconds, without a schedule. */
export function everyInterval(intervalSec: number): Timing {
  return { intervalSec, cron: null, tz: null, graceSec: null, nextExpectedAt: null, unscheduledSec: null };
}

/** Whether two say the same of when a monitor is to be heard. The interval of a scheduled one follows from its schedule and the time of day. */
export function isSameTiming(current: Timing, next: Timing): boolean {
  const sameInterval = current.cron !== null || current.intervalSec === next.intervalSec;
  return (
    sameInterval && current.cron === next.cron && current.tz === next.tz && current.graceSec === next.graceSec
  );
}
