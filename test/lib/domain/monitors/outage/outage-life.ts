import { check } from '../../../../../lib/domain/monitors/check.ts';
import type { Monitor } from '../../../../../lib/domain/monitors/monitor.ts';
import { applySignal } from '../../../../../lib/domain/monitors/signal.ts';
import { deadlineOf, expectedFrom } from '../../../../../lib/domain/monitors/deadline.ts';
import { extendedForOutage } from '../../../../../lib/domain/monitors/outage/deadline-extension.ts';
import type { PathProof } from '../../../../../lib/domain/monitors/outage/proof.ts';
import { pathAt, type OutageEvidence } from '../../../../../lib/domain/monitors/outage/proven-path.ts';
import { monitor as builtMonitor, scheduled, signal } from '../../../../support/alerts/monitor-builder.ts';

/** One row of the table: what happens to the way of pings, and which job is watched meanwhile. In seconds. */
export interface OutageRow {
  /** When the way is lost, after four quiet hours, and for how long; of which name. */
  beginSec: number;
  lengthSec: number;
  lost: 'all' | 'other' | 'own';
  /** What each minute of the canary is late by at most, and after which second it is dead. */
  jitterSec: number;
  canaryDeadFromSec: number | null;
  /** When nobody checks. */
  uncheckedSec: readonly [number, number] | null;
  /** When the first check is. */
  phaseSec: number;
  job: { kind: 'interval' | 'schedule'; toleranceSec: number; offsetSec: number; diesAtSec: number | null };
}

export interface OutageEnd {
  /** When each silence was told, and the true deadline by then. */
  told: { at: number; deadlineAt: number; expectedFrom: number }[];
  /** Whether a ping of ours was lost: else nobody could know of the outage. */
  wasNoticed: boolean;
}

const START = Date.UTC(2026, 2, 2, 8);
export const BEFORE_SEC = 4 * 3_600;
const END_SEC = BEFORE_SEC + 7 * 3_600;
const NAMES = ['own', 'other'];

/** Lives through a row by the pure rules alone, as checks and pings do by the table. */
export function liveThrough(row: OutageRow): OutageEnd {
  const [from, to] = [row.beginSec, row.beginSec + row.lengthSec];
  const isLost = (name: string, sec: number) =>
    sec >= from && sec < to && (row.lost === 'all' || row.lost === name);
  const proofs: PathProof[] = [];
  let isMissed = false;
  const prove = (by: PathProof['by'], sec: number): string[] =>
    NAMES.filter((name) => {
      const isOpen = !isLost(name, sec);
      if (isOpen) proofs.push({ at: atSec(sec), name, by });
      isMissed ||= !isOpen;
      return !isOpen;
    });
  let job = monitorOf(row);
  const told: OutageEnd['told'] = [];
  const known: Pick<OutageEvidence, 'windows' | 'openAt'> = { windows: [], openAt: {} };
  for (const { sec, what } of happenings(row, (at) => isLost('own', at))) {
    const now = atSec(sec);
    if (what === 'canary') prove('canary', sec);
    if (what === 'ping') job = applySignal(job, signal('ping'), now).monitor;
    if (what !== 'check') continue;
    const unanswered = prove('check', sec);
    const path = pathAt(
      { ...known, names: NAMES, unanswered, judgedSince: START, proofs: proofs.slice(-150) },
      now,
    );
    Object.assign(known, { windows: path.kept, openAt: path.openAt });
    const found = check(extendedForOutage(job, path, now).monitor, now);
    if (found.decisions.some(({ kind }) => kind === 'miss'))
      told.push({ at: secOf(now), ...trueDeadline(job) });
    job = found.monitor;
  }
  return { told, wasNoticed: isMissed };
}

const atSec = (sec: number) => START + Math.round(sec * 1_000);
const secOf = (at: number) => (at - START) / 1_000;

function trueDeadline(job: Monitor) {
  const strict = { ...job, extendedUntil: null };
  return { deadlineAt: secOf(deadlineOf(strict) ?? 0), expectedFrom: secOf(expectedFrom(strict) ?? 0) };
}

function monitorOf({ job: { kind, toleranceSec } }: OutageRow): Monitor {
  const born = { lastEventAt: START, createdAt: START };
  if (kind === 'interval') return builtMonitor({ ...born, intervalSec: toleranceSec });
  const given = { ...born, cron: '*/20 * * * *', intervalSec: 1_200, graceSec: toleranceSec };
  return applySignal(scheduled(given), signal('ping'), START).monitor;
}

interface Happening {
  sec: number;
  what: 'canary' | 'ping' | 'check';
}

/** What happens when, in order; at the same second a ping comes before a check. */
function happenings(row: OutageRow, isLost: (sec: number) => boolean): Happening[] {
  const all: Happening[] = [...pingsOf(row, isLost)];
  const deadFrom = row.canaryDeadFromSec ?? Infinity;
  for (let minute = 0; minute * 60 < END_SEC; minute++) {
    // Some delay for each minute, the same in each run.
    const sec = minute * 60 + ((minute * 17) % row.jitterSec || 0);
    if (sec < deadFrom) all.push({ sec, what: 'canary' });
  }
  const [absentFrom, absentTo] = row.uncheckedSec ?? [Infinity, Infinity];
  for (let sec = row.phaseSec; sec < END_SEC; sec += 300)
    if (sec < absentFrom || sec >= absentTo) all.push({ sec, what: 'check' });
  return all.sort((a, b) => a.sec - b.sec || b.what.localeCompare(a.what));
}

/** A job comes in time, a second before it must, and repeats an unanswered ping each minute. */
function pingsOf({ job }: OutageRow, isLost: (sec: number) => boolean): Happening[] {
  const everySec = job.kind === 'interval' ? job.toleranceSec - 1 : 1_200;
  const firstSec = job.kind === 'interval' ? everySec : job.offsetSec % job.toleranceSec;
  const pings: Happening[] = [];
  for (let dueSec = firstSec; dueSec < END_SEC && dueSec < (job.diesAtSec ?? Infinity); dueSec += everySec) {
    let sec = dueSec;
    while (isLost(sec)) sec += 60;
    pings.push({ sec, what: 'ping' });
  }
  return pings;
}
