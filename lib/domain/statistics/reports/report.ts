import type { Instant } from '../../instant.ts';
import { latestRecords, unwrittenIncidents } from '../../monitors/incidents/incident-record.ts';
import type { AlertReason, IncidentRecord, Monitor } from '../../monitors/monitor.ts';
import type { Drift } from '../../monitors/rhythm/proposal.ts';
import { notedDriftsOf } from '../../monitors/noted-proposal.ts';
import { shareUp, watchedFrom } from '../month-figures.ts';
import type { ReportPeriod } from './report-period.ts';

/** So many monitors of a kind are named; the others are counted. */
export const NAMED_MAX = 10;

/** The worst of some monitors by their names, and how many there are besides. */
export interface Named<Line> {
  lines: Line[];
  others: number;
}

/** What was wrong with a monitor in a period, for one reason. */
export interface TroubleLine {
  monitor: Monitor;
  times: number;
  /** In the period. */
  downMs: number;
  /** It lasted at the end of the period, and does now. */
  isOpen: boolean;
}

/** A monitor of which alerts of so many incidents reached nobody. */
export interface UnheardLine {
  monitor: Monitor;
  incidents: number;
}

/** What a job began to do: as of the last daily look, with figures where its history was read. */
export interface DriftLine {
  monitor: Monitor;
  drifts: readonly Drift[];
}

/** What a period was like for an owner. */
export interface Report {
  period: ReportPeriod;
  from: Instant;
  to: Instant;
  /** Those that are watched now. */
  monitors: number;
  /** Of the time in which they were watched, in percent; null where none was. */
  upPercent: number | null;
  /** Those that began in it. */
  incidents: number;
  /** There were more than are looked at: the oldest are left out. */
  isCut: boolean;
  trouble: Record<AlertReason, Named<TroubleLine>>;
  drifting: Named<DriftLine>;
  unheard: Named<UnheardLine>;
  /** By no address that agreed, no URL and no channel. */
  tellNobody: Named<Monitor>;
}

/** What was read for a report. */
export interface ReportFacts {
  monitors: readonly Monitor[];
  /** Closed ones of the period and of some time before it, as they stand in the history. */
  incidents: readonly IncidentRecord[];
  isCut: boolean;
  /** The ids of monitors that nobody hears of. */
  silent: ReadonlySet<string>;
  /** Of how many incidents alerts reached nobody, by the id of the monitor. */
  unheard: ReadonlyMap<string, number>;
  /** What is known of it by figures, by the id of the monitor. */
  drifts: ReadonlyMap<string, readonly Drift[]>;
  /** Since when there is a history. */
  historyFrom: Instant | null;
}

/** A report of a period that is over. */
export function reportOf(
  { monitors, incidents, isCut, silent, unheard, drifts, historyFrom }: ReportFacts,
  { period, from, to }: Pick<Report, 'period' | 'from' | 'to'>,
): Report {
  const watched = monitors.filter(({ active }) => active);
  const closed = Map.groupBy(incidents, ({ monitorId }) => monitorId);
  const lives = watched.map((monitor) =>
    lifeOf(monitor, closed.get(monitor.id) ?? [], { from, to, historyFrom }),
  );
  const begun = lives.flatMap(({ parts }) => parts).filter(({ record }) => record.downSince >= from);
  const pinged = lives.filter(({ monitor }) => monitor.lastEventAt !== null);
  const sum = (times: readonly number[]) => times.reduce((all, each) => all + each, 0);
  const watchedMs = sum(pinged.map((life) => life.watchedMs));
  const downMs = sum(pinged.map((life) => life.downMs));
  const linesOf = (reason: AlertReason) =>
    worst(
      lives.flatMap((life) => troubleOf(life, reason)),
      byTrouble,
    );
  const drifting = watched
    .filter((monitor) => notedDriftsOf(monitor).length > 0)
    .map((monitor) => ({ monitor, drifts: drifts.get(monitor.id) ?? [] }));
  const untold = watched.flatMap((monitor) => {
    const count = unheard.get(monitor.id) ?? 0;
    return count === 0 ? [] : [{ monitor, incidents: count }];
  });
  return {
    period,
    from,
    to,
    monitors: watched.length,
    upPercent: watchedMs > 0 ? shareUp(watchedMs, downMs) : null,
    incidents: begun.length,
    isCut,
    trouble: {
      silence: linesOf('silence'),
      fail: linesOf('fail'),
      too_long: linesOf('too_long'),
      threshold: linesOf('threshold'),
    },
    drifting: worst(drifting, bySlowness),
    unheard: worst(untold, (one, other) => other.incidents - one.incidents),
    tellNobody: worst(
      watched.filter(({ id }) => silent.has(id)),
      (one, other) => (one.name < other.name ? -1 : 1),
    ),
  };
}

/** Those with the most first, of which so many are named. */
function worst<Line>(all: readonly Line[], compare: (one: Line, other: Line) => number): Named<Line> {
  const lines = all.toSorted(compare).slice(0, NAMED_MAX);
  return { lines, others: all.length - lines.length };
}

const byTrouble = (one: TroubleLine, other: TroubleLine) =>
  Number(other.isOpen) - Number(one.isOpen) || other.downMs - one.downMs || other.times - one.times;

/** What gets slower is told before what fails now and then, overlaps or runs twice. */
const bySlowness = (one: DriftLine, other: DriftLine) =>
  Number(isSlower(other.monitor)) - Number(isSlower(one.monitor));
const isSlower = (monitor: Monitor) => notedDriftsOf(monitor).includes('slower');

interface Span {
  from: Instant;
  to: Instant;
  historyFrom: Instant | null;
}

/** The part of an incident that lies in a period. */
interface Part {
  record: IncidentRecord;
  downMs: number;
}

interface Life {
  monitor: Monitor;
  watchedMs: number;
  downMs: number;
  parts: Part[];
}

function lifeOf(
  monitor: Monitor,
  incidents: readonly IncidentRecord[],
  { from, to, historyFrom }: Span,
): Life {
  const since = Math.max(from, watchedFrom(monitor, historyFrom) ?? Infinity);
  // What the monitor knows of itself takes the place of what the history says.
  const records = latestRecords([...incidents, ...unwrittenIncidents(monitor)]);
  const parts = records.flatMap((record) => {
    const [begins, ends] = [Math.max(from, record.downSince), Math.min(to, record.closedAt ?? to)];
    return record.downSince < to && ends > from ? [{ record, downMs: Math.max(0, ends - begins) }] : [];
  });
  const downMs = parts.reduce((sum, part) => sum + part.downMs, 0);
  return { monitor, watchedMs: Math.max(0, to - since), downMs, parts };
}

function troubleOf({ monitor, parts }: Life, reason: AlertReason): TroubleLine[] {
  const own = parts.filter(({ record }) => record.reason === reason);
  if (own.length === 0) return [];
  const downMs = own.reduce((sum, part) => sum + part.downMs, 0);
  const isOpen = own.some(({ record }) => record.closedAt === null);
  return [{ monitor, times: own.length, downMs, isOpen }];
}

/** The ids of the monitors that it names as having been in trouble. */
export function troubledIds({ trouble }: Pick<Report, 'trouble'>): string[] {
  const lines = Object.values(trouble).flatMap((named) => named.lines);
  return [...new Set(lines.map(({ monitor }) => monitor.id))];
}
