import { useMemo } from 'preact/hooks';
import type * as Pictures from '../../../charts/pictures.ts';
import { useLoaded } from '../../../parts/use-loaded.ts';
import type { Monitor } from '../monitor.ts';
import type { RunRow } from './run-rows.ts';

/** What draws runs, and how they lie to their schedule. */
export type Drawing = typeof Pictures & {
  times: ReadonlyMap<string, Pictures.RunTime>;
  /** Null where there is nothing to draw. */
  scale: Pictures.RunScale | null;
};

/** What draws some runs of a monitor, which comes late; null until it is there. */
export function useDrawing(rows: readonly RunRow[], monitor: Monitor): Drawing | null {
  const pictures = useLoaded(rows.length > 0, () => import('../../../charts/pictures.ts'));
  const { cron, tz, grace_sec: grace, interval_sec: interval, max_duration_sec: limit } = monitor;
  return useMemo(() => {
    if (!pictures) return null;
    const times = pictures.runTimesOf(rows, monitor);
    // Of an interval nothing is known but when it came, where no run told its start.
    const hasBars = cron !== null || rows.some(({ ms }) => ms !== null);
    return { ...pictures, times, scale: hasBars ? pictures.runScaleOf(rows, times, monitor) : null };
  }, [pictures, rows, cron, tz, grace, interval, limit]);
}
