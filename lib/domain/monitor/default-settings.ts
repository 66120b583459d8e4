import type { Instant } from '../instant.ts';
import type { MonitorSettings } from './monitor.ts';

/** When a monitor is to be heard. */
export type Timing = Pick<MonitorSettings, 'intervalSec' | 'cron' | 'tz' | 'graceSec'> & {
  nextExpectedAt: Instant | null;
};
export type DecidedSettings = MonitorSettings & { nextExpectedAt: Instant | null };

/**
 * The settings of a new monitor of which no more is said than its name and when it is to be heard. Nothing is judged here,
 * so that a first ping loads no rules of what a ping cannot say. `ownAddress` is that of the account it is made in.
 */
export function defaultSettings(
  name: string,
  timing: Timing,
  ownAddress: string | null | undefined,
): DecidedSettings {
  return {
    ...timing,
    name,
    alertTo: ownAddress ?? null,
    alertToOwn: ownAddress !== null && ownAddress !== undefined,
    alertUrl: null,
    maxDurationSec: null,
    alertRepeatSec: null,
    alertAfterFailures: 1,
    tags: [],
    pausedUntil: null,
  };
}

/** By an interval in seconds, without a schedule. */
export function everyInterval(intervalSec: number): Timing {
  return { intervalSec, cron: null, tz: null, graceSec: null, nextExpectedAt: null };
}
