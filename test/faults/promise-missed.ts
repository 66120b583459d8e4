import { movedBy, provenBy } from './blindness.ts';
import { casesOf, deadlineAfter, looksAt, type Case } from './cases.ts';
import { isAcknowledged, mayCount, type Facts, type SentSignal, type Watched } from './facts.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { LAG_MS } from '../support/faults/fault-reads.ts';
import { unheardSince } from './heard.ts';
import type { Holdings } from './ledger.ts';

const HOUR_MS = 3_600_000;
const LOOKS_AGAIN_MS = 150_000;

/** Jobs that have been silent for so long that somebody must have been told, and nobody was. */
export function silencesOwed(facts: Facts, holdings: Holdings, now: number): string[] {
  return casesOf(facts, holdings).flatMap(({ monitor, signals, incidents }) => {
    const proven = signals.filter((signal) => signal.kind === 'success' && isAcknowledged(signal));
    const possible = signals.filter((signal) => signal.kind === 'success' && mayCount(signal));
    if (proven.length === 0 || monitor.deletion) return [];
    const deadlineAt = Math.max(...possible.map((signal) => deadlineAfter(monitor, signal.call.startedAt)));
    const open = incidents.some((incident) => incident.recoveredAt === null);
    return now > deadlineAt && !open ? [`${monitor.name}: its silence was not told`] : [];
  });
}

/** Incidents that go on and that nobody has heard of yet, although everybody can hear again. */
export function retellingsOwed(facts: Facts, holdings: Holdings): string[] {
  return casesOf(facts, holdings).flatMap(({ monitor, incidents, alerts }) => {
    const open = incidents.find(({ recoveredAt }) => recoveredAt === null);
    if (!open || monitor.deletion || monitor.pausedOnce || open.reason === 'too_long') return [];
    const last = Math.max(...open.misses.map(({ content }) => content.alertNumber));
    const isUnheard = unheardSince(alerts, open.number, last) !== null;
    return isUnheard ? [`${monitor.name}: nobody heard of incident ${open.number}`] : [];
  });
}

/**
 * Every incident that a check had to notice has its alert. One that began while reads may be behind is noticed by the check
 * after that (decisions/054).
 */
export function noMissedAlert(facts: Facts, holdings: Holdings): string[] {
  return casesOf(facts, holdings).flatMap((each) =>
    [...failuresMissed(facts, each), ...silencesMissed(facts, each), ...longRunsMissed(facts, each)].map(
      (fault) => `${each.monitor.name}: ${fault}`,
    ),
  );
}

function failuresMissed(facts: Facts, { monitor, signals, incidents }: Case): string[] {
  if (monitor.deletion || monitor.pausedOnce) return [];
  return signals
    .filter(
      (signal) => signal.kind === 'fail' && isAcknowledged(signal) && isEnough(monitor, signal, signals),
    )
    .flatMap((signal) => {
      const { startedAt, endedAt, endSeq } = signal.call;
      const next = looksAt(facts, monitor).find(
        (look) => look.startSeq > endSeq && look.startedAt > endedAt + LAG_MS,
      );
      const covering = incidents.filter(
        (incident) =>
          incident.downSince <= endedAt &&
          Math.max(incident.recoveredAt ?? Infinity, incident.downSince) >= startedAt,
      );
      if (covering.length === 0 && overtaken(signal, signals)) return [];
      if (covering.length === 0) return [`failure ${signal.mark} was never told`];
      const inTime = covering.some((incident) => !next || incident.firstAt <= next.endedAt);
      return inTime ? [] : [`failure ${signal.mark} was told later than at the next check`];
    });
}

/** Whether a failure is the last of as many in a row as its owner wants, in whatever order they were written. */
function isEnough({ inARow }: Watched, last: SentSignal, signals: readonly SentSignal[]): boolean {
  if (inARow === 1) return true;
  const before = signals
    .filter(({ kind, call }) => kind === 'fail' && call.endSeq < last.call.startSeq)
    .filter(isAcknowledged)
    .slice(1 - inARow);
  const from = Math.min(...before.map(({ call }) => call.startSeq));
  const mayBeBroken = signals.some(
    (signal) =>
      signal.kind === 'success' &&
      mayCount(signal) &&
      signal.call.endSeq > from &&
      signal.call.startSeq < last.call.endSeq,
  );
  return before.length === inARow - 1 && !mayBeBroken;
}

/** A success sent before the failure was still under way with it, and may have been written last: docs/faults.md. */
function overtaken(failure: SentSignal, signals: readonly SentSignal[]): boolean {
  return signals.some(
    ({ kind, call }) =>
      kind === 'success' &&
      call.startedAt <= failure.call.startedAt &&
      call.endSeq > failure.call.startSeq &&
      call.startSeq < failure.call.endSeq,
  );
}

/** A silence is told by the first check past its deadline, moved where nothing could reach us: by an hour at most. */
function silencesMissed(facts: Facts, { monitor, signals, incidents }: Case): string[] {
  if (monitor.deletion || monitor.pausedOnce) return [];
  const successes = signals.filter((signal) => signal.kind === 'success' && mayCount(signal));
  return looksAt(facts, monitor).flatMap((look) => {
    const { startSeq, endSeq, startedAt: now } = look;
    const proven = successes.some((signal) => isAcknowledged(signal) && signal.call.endSeq < startSeq);
    if (!proven) return [];
    const before = successes.filter((signal) => signal.call.startSeq < endSeq);
    const deadlineAt = Math.max(...before.map((signal) => deadlineAfter(monitor, signal.call.startedAt)));
    if (now <= deadlineAt || mustDefer(facts, monitor, deadlineAt, now) || isPutOff(facts, look)) return [];
    const told = incidents.some(
      (incident) => incident.firstAt <= look.endedAt && (incident.recoveredAt ?? Infinity) >= deadlineAt,
    );
    return told ? [] : [`the check at ${new Date(now).toISOString()} had to notice the silence`];
  });
}

/**
 * Whether a check shortly before could not read all it needed: without what is known of lost pings it leaves a silence to its
 * next look, half the time between two checks later, and another check does not find it before.
 */
function isPutOff(
  { checks }: Facts,
  { startSeq, startedAt }: { startSeq: number; startedAt: number },
): boolean {
  return checks.some(
    ({ call }) =>
      call.startSeq < startSeq &&
      call.startedAt > startedAt - LOOKS_AGAIN_MS &&
      (call.ending?.how !== 'done' || call.ending.value.failed > 0),
  );
}

/** Whether a check may keep a silence to itself for now: until the way is known to have been open, for an hour at most. */
function mustDefer(facts: Facts, monitor: Watched, deadlineAt: number, now: number): boolean {
  if (facts.canaryWasMute) return now <= deadlineAt + HOUR_MS;
  const { at } = movedBy(facts, monitor, deadlineAt, now);
  return now <= at || (at > provenBy(facts, now) && now <= deadlineAt + HOUR_MS);
}

/** A start that comes so soon behind the end of its run opens nothing. */
function endedJustBefore(end: SentSignal, { rid, call }: SentSignal): boolean {
  return (
    rid !== null &&
    end.rid === rid &&
    end.kind !== 'start' &&
    call.startedAt - end.call.endedAt <= LIMITS.lateStartMs
  );
}

function longRunsMissed(facts: Facts, { monitor, signals, incidents }: Case): string[] {
  const { maxDurationSec } = monitor;
  if (monitor.deletion || monitor.pausedOnce || maxDurationSec === null) return [];
  return signals
    .filter((signal) => signal.kind === 'start' && isAcknowledged(signal))
    .flatMap((start) => {
      const limitAt = start.call.startedAt + maxDurationSec * 1000;
      const next = looksAt(facts, monitor).find(
        ({ startSeq, startedAt }) =>
          startSeq > start.call.endSeq && startedAt > Math.max(limitAt, start.call.endedAt + LAG_MS),
      );
      if (!next) return [];
      const disturbed = signals.some(
        (signal) =>
          signal !== start &&
          mayCount(signal) &&
          (signal.kind === 'start'
            ? signal.rid === start.rid
            : signal.rid === null || signal.rid === start.rid) &&
          (signal.call.endSeq > start.call.startSeq || endedJustBefore(signal, start)) &&
          signal.call.startSeq < next.endSeq,
      );
      const told = incidents.some(
        ({ firstAt, downSince, recoveredAt }) =>
          // A success sent before the limit may be written after the check that told the run.
          firstAt <= next.endedAt && Math.max(recoveredAt ?? Infinity, downSince) >= limitAt,
      );
      return disturbed || told ? [] : [`the run of signal ${start.mark} was too long and nobody was told`];
    });
}
