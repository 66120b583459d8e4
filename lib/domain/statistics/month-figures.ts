import { monthAfter, monthEnd, monthOf, monthStart } from '../calendar.ts';
import { monthsOf, type MonthOfIncidents } from '../monitors/incidents/downtime.ts';
import { unwrittenIncidents } from '../monitors/incidents/incident-record.ts';
import type { Instant } from '../instant.ts';
import { LIMITS } from '../limits.ts';
import type { Monitor } from '../monitors/monitor.ts';
import { nearestRank } from '../nearest-rank.ts';

/** What a month of a monitor shows; null of what is not known. */
export interface MonthFigures {
  month: string;
  /** Of the time that was watched, in percent; never 100 where a part was lost. */
  upPercent: number | null;
  /** Those that began in it. */
  incidents: number | null;
  /** Of all that touch it. */
  downMs: number | null;
}

/** From when on incidents of a monitor are in the history: its creation, or the first check that wrote one. */
export function watchedFrom(monitor: Monitor, historyFrom: Instant | null): Instant | null {
  if (historyFrom === null) return null;
  // What was created shortly before the first check was not missed by an earlier one.
  const isSince = monitor.createdAt > historyFrom - 2 * LIMITS.checkEverySec * 1000;
  return isSince ? monitor.createdAt : historyFrom;
}

/**
 * The months of a monitor from its creation to now, thirteen at most, oldest first: what is stored of closed incidents
 * and what the open one takes so far.
 */
export function monthFigures(
  monitor: Monitor,
  stored: readonly MonthOfIncidents[],
  historyFrom: Instant | null,
  now: Instant,
): MonthFigures[] {
  const current = monthsOf(
    unwrittenIncidents(monitor).map((record) => ({ ...record, closedAt: record.closedAt ?? now })),
  );
  const span = { from: watchedFrom(monitor, historyFrom) ?? Infinity, to: monitor.deactivatedAt ?? now };
  return monthNames(monitor.createdAt, now).map((month) => {
    const known = [...stored, ...current].filter((each) => each.month === month);
    const watchedMs = Math.min(span.to, monthEnd(month)) - Math.max(span.from, monthStart(month));
    if (watchedMs <= 0) return { month, upPercent: null, incidents: null, downMs: null };
    const downMs = known.reduce((sum, each) => sum + each.downMs, 0);
    const incidents = known.reduce((sum, each) => sum + each.incidents, 0);
    const hasPinged = monitor.lastEventAt !== null;
    return { month, upPercent: hasPinged ? shareUp(watchedMs, downMs) : null, incidents, downMs };
  });
}

function monthNames(createdAt: Instant, now: Instant): string[] {
  const first = monthOf(createdAt);
  const names: string[] = [];
  for (
    let month = monthOf(now);
    month >= first && names.length < LIMITS.statsMonths;
    month = monthAfter(month, -1)
  )
    names.unshift(month);
  return names;
}

/** Of a time that was watched what was not lost: percent to thousandths, rounded down. */
export function shareUp(watchedMs: number, downMs: number): number {
  return Math.floor((1 - Math.min(1, downMs / watchedMs)) * 100_000) / 1_000;
}

/** The durations of the runs that ended on a day, in milliseconds; each figure is one that happened. */
export interface DayFigures {
  runs: number;
  /** The low median. */
  p50Ms: number;
  /** By the nearest rank. */
  p95Ms: number;
  maxMs: number;
}

/** Undefined where nothing was measured. */
export function dayFigures(durationsMs: readonly number[]): DayFigures | undefined {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const [p50Ms, p95Ms, maxMs] = [0.5, 0.95, 1].map((share) => nearestRank(sorted, share));
  if (p50Ms === undefined || p95Ms === undefined || maxMs === undefined) return undefined;
  return { runs: sorted.length, p50Ms, p95Ms, maxMs };
}
