import type { Instant } from '../instant.ts';
import { nextRunAfter, nextRuns } from '../schedule/next-run.ts';
import type { Checked } from './check.ts';
import { hasTags } from './settings/tags.ts';

/** When the work of an owner is expected to stand still: nothing about its jobs is told meanwhile. */
export interface MaintenanceWindow {
  id: string;
  name: string;
  /** Monitors with one of these tags; empty for all. */
  tags: readonly string[];
  times: Once | Recurring;
  createdAt: Instant;
  /** Its owner ended it while it was open: kept for what began in it. */
  isEnded?: true;
}

interface Once {
  from: Instant;
  until: Instant;
}

interface Recurring {
  cron: string;
  tz: string;
  lengthSec: number;
}

/** So many occurrences are looked at for two that meet: more than a year of weeks, over both clock changes. */
const LOOKED_AT = 60;

/** Of windows that are over. */
const OVER_KEPT = 20;

/** Until when a window is open at an instant; null when it is not. */
export function openUntil({ times }: Pick<MaintenanceWindow, 'times'>, at: Instant): Instant | null {
  if ('from' in times) return times.from <= at && at < times.until ? times.until : null;
  const lengthMs = times.lengthSec * 1000;
  const beganAt = nextRunAfter(times, at - lengthMs);
  return beganAt !== null && beganAt <= at ? beganAt + lengthMs : null;
}

/** The occurrence that is open, or the next one; null when there is none any more. */
export function occurrenceFrom({ times }: Pick<MaintenanceWindow, 'times'>, at: Instant): Once | null {
  if ('from' in times) return at < times.until ? times : null;
  const lengthMs = times.lengthSec * 1000;
  const from = nextRunAfter(times, at - lengthMs);
  return from === null ? null : { from, until: from + lengthMs };
}

/** Whether an occurrence begins before the one before it has ended: such a window never ends. */
export function overlapsItself(times: Recurring, now: Instant): boolean {
  const runs = nextRuns(times, now, LOOKED_AT);
  return runs.some((run, at) => at > 0 && run < (runs[at - 1] ?? 0) + times.lengthSec * 1000);
}

/** The windows that are for a monitor. */
export function windowsOfMonitor(
  windows: readonly MaintenanceWindow[],
  monitor: { tags: readonly string[] },
): MaintenanceWindow[] {
  return windows.filter((window) => isFor(window, monitor));
}

export function isFor(
  { tags }: Pick<MaintenanceWindow, 'tags'>,
  monitor: { tags: readonly string[] },
): boolean {
  return tags.length === 0 || tags.some((tag) => hasTags(monitor, [tag]));
}

/** A window that is open, and until when. */
export interface OpenWindow {
  window: MaintenanceWindow;
  until: Instant;
}

/** Those of some windows that are open at an instant, the longest first. */
export function openWindows(windows: readonly MaintenanceWindow[], at: Instant): OpenWindow[] {
  const open = windows.flatMap((window) => {
    const until = openUntil(window, at);
    return until === null ? [] : [{ window, until }];
  });
  return open.toSorted((one, other) => other.until - one.until);
}

/** The window among some that is open the longest at an instant; null when none is. */
export function openAmong(windows: readonly MaintenanceWindow[], at: Instant): OpenWindow | null {
  return openWindows(windows, at)[0] ?? null;
}

/**
 * Says of instants of the past, oldest first, the name of the window that was open; a recurring one says nothing of the time
 * before it was made. Of that it is worked out once for all between two beginnings.
 */
export function maintenanceNames(windows: readonly MaintenanceWindow[]): (at: Instant) => string | undefined {
  const found = windows.map((window) => ({ window, untilAt: untilFinder(window) }));
  return (at) => {
    const open = found.flatMap(({ window, untilAt }) => {
      const until = untilAt(at);
      return until === null ? [] : [{ window, until }];
    });
    return open.toSorted((one, other) => other.until - one.until)[0]?.window.name;
  };
}

function untilFinder({ times, createdAt }: MaintenanceWindow): (at: Instant) => Instant | null {
  if ('from' in times) return (at) => openUntil({ times }, at);
  const lengthMs = times.lengthSec * 1000;
  let known: { after: Instant; next: Instant | null } | null = null;
  return (at) => {
    const after = at - lengthMs;
    if (known === null || after < known.after || (known.next !== null && after >= known.next))
      known = { after, next: nextRunAfter(times, after) };
    const { next } = known;
    return next !== null && next <= at && createdAt <= at ? next + lengthMs : null;
  };
}

/** What a check found, with the maintenance in which each incident began that it opens. */
export function withMaintenance(found: Checked, windows: readonly MaintenanceWindow[]): Checked {
  const nameAt = maintenanceNames(windows);
  const decisions = found.decisions.map((decision) => {
    const isOpening = decision.kind === 'miss' && decision.alertNumber === 1;
    const maintenance = isOpening ? nameAt(decision.downSince) : undefined;
    return maintenance === undefined ? decision : { ...decision, maintenance };
  });
  const { incident } = found.monitor;
  const began = decisions.find(({ incident: number }) => number === incident?.number)?.maintenance;
  if (!incident || began === undefined) return { ...found, decisions };
  return { monitor: { ...found.monitor, incident: { ...incident, maintenance: began } }, decisions };
}

/** The windows without those that are long over: what is over is kept for what began in it, the last of it. */
export function windowsToKeep(windows: readonly MaintenanceWindow[], now: Instant): MaintenanceWindow[] {
  const [over, ahead] = [true, false].map((isWanted) =>
    windows.filter((each) => isOverAt(each, now) === isWanted),
  );
  return [...(over ?? []).slice(-OVER_KEPT), ...(ahead ?? [])];
}

export function isOverAt(window: MaintenanceWindow, now: Instant): boolean {
  return occurrenceFrom(window, now) === null;
}

/** A window that its owner ends; null where nothing can have begun in it. */
export function endedWindow(window: MaintenanceWindow, now: Instant): MaintenanceWindow | null {
  const open = openUntil(window, now) === null ? null : occurrenceFrom(window, now);
  return open && { ...window, times: { from: open.from, until: now }, isEnded: true };
}
