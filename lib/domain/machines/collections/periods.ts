import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../calendar.ts';
import type { Instant } from '../../instant.ts';

/** Of how long a series is asked for, beyond its newest readings, and how far apart its points are. */
export const PERIODS = {
  dia: { spanMs: DAY_MS, stepMs: 10 * MINUTE_MS },
  semana: { spanMs: 7 * DAY_MS, stepMs: HOUR_MS },
  mes: { spanMs: 30 * DAY_MS, stepMs: 4 * HOUR_MS },
} as const;
export type Period = keyof typeof PERIODS;
export const PERIOD_IDS = Object.keys(PERIODS) as Period[];

/**
 * The moments whose readings are the points of a period, newest first: counted from the newest reading, so that a machine that
 * sends each five minutes is met as one that sends each minute. `everyMs` is how often there can be one.
 */
export function momentsOf(period: Period, newestAt: Instant, everyMs: number): Instant[] {
  const { spanMs, stepMs } = PERIODS[period];
  const step = Math.max(stepMs, everyMs);
  return Array.from({ length: Math.floor(spanMs / step) }, (_, at) => newestAt - at * step);
}
