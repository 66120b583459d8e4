import { duePartition, monitorKey } from '../../lib/data/keys.ts';
import type { Invocation } from '../support/fault-scheduler.ts';
import type { AlertRecord } from '../../lib/domain/alert/alert-record.ts';
import { unheardSince } from './heard.ts';
import { blindnessAt, LAG_MS, movedBy } from './blindness.ts';
import {
  inLife,
  isAcknowledged,
  mayCount,
  signalsOf,
  type Facts,
  type SentSignal,
  type Watched,
} from './facts.ts';
import { incidentsOf, type Holdings, type ToldIncident } from './ledger.ts';

/** As long as a function may run here. */
const CALL_LASTS_MS = 30_000;
const HOUR_MS = 3_600_000;

interface Case {
  monitor: Watched;
  signals: SentSignal[];
  incidents: ToldIncident[];
  /** By all channels. */
  alerts: AlertRecord[];
}

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
    const last = Math.max(...open.misses.map(({ notice }) => notice.alertNumber));
    const isUnheard = unheardSince(alerts, open.number, last) !== null;
    return isUnheard ? [`${monitor.name}: nobody heard of incident ${open.number}`] : [];
  });
}

/** Every incident that a check had to notice has its alert, and its recovery once the job came back. */
export function noMissedAlert(facts: Facts, holdings: Holdings): string[] {
  return casesOf(facts, holdings).flatMap((each) =>
    [
      ...failuresMissed(facts, each),
      ...silencesMissed(facts, each),
      ...longRunsMissed(facts, each),
      ...recoveriesMissed(each, holdings),
    ].map((fault) => `${each.monitor.name}: ${fault}`),
  );
}

function failuresMissed(facts: Facts, { monitor, signals, incidents }: Case): string[] {
  if (monitor.deletion || monitor.pausedOnce) return [];
  return signals
    .filter((signal) => signal.kind === 'fail' && isAcknowledged(signal))
    .flatMap((signal) => {
      const { startedAt, endedAt, endSeq } = signal.call;
      const next = looksAt(facts, monitor).find((look) => look.startSeq > endSeq);
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
    if (now <= deadlineAt || isHeld(facts, deadlineAt, now)) return [];
    const told = incidents.some(
      (incident) => incident.firstAt <= look.endedAt && (incident.recoveredAt ?? Infinity) >= deadlineAt,
    );
    return told ? [] : [`the check at ${new Date(now).toISOString()} had to notice the silence`];
  });
}

/** Whether a check may keep a silence to itself for now; a read behind its time may have taken a gap for lasting. */
function isHeld(facts: Facts, deadlineAt: number, now: number): boolean {
  const ended = blindnessAt(facts, now).some(({ to }) => to <= now && now - to <= LAG_MS);
  return now <= (ended ? deadlineAt + HOUR_MS : movedBy(facts, deadlineAt, now));
}

function longRunsMissed(facts: Facts, { monitor, signals, incidents }: Case): string[] {
  const { maxDurationSec } = monitor;
  if (monitor.deletion || monitor.pausedOnce || maxDurationSec === null) return [];
  return signals
    .filter((signal) => signal.kind === 'start' && isAcknowledged(signal))
    .flatMap((start) => {
      const limitAt = start.call.startedAt + maxDurationSec * 1000;
      const next = looksAt(facts, monitor).find(
        (look) => look.startSeq > start.call.endSeq && look.startedAt > limitAt,
      );
      if (!next) return [];
      const disturbed = signals.some(
        (signal) =>
          signal !== start &&
          mayCount(signal) &&
          (signal.kind === 'start'
            ? signal.rid === start.rid
            : signal.rid === null || signal.rid === start.rid) &&
          signal.call.endSeq > start.call.startSeq &&
          signal.call.startSeq < next.endSeq,
      );
      const told = incidents.some(
        (incident) => incident.firstAt <= next.endedAt && (incident.recoveredAt ?? Infinity) >= limitAt,
      );
      return disturbed || told ? [] : [`the run of signal ${start.mark} was too long and nobody was told`];
    });
}

function recoveriesMissed({ monitor, signals, incidents }: Case, holdings: Holdings): string[] {
  if (monitor.deletion) return [];
  const faults: string[] = [];
  const item = holdings.monitors.get(monitor.id);
  // Whether the incidents of a new life go on in number is not said.
  const before = monitor.byKey === null ? 0 : (incidents[0]?.number ?? (item?.incidents ?? 0) + 1) - 1;
  for (const [index, incident] of incidents.entries()) {
    if (incident.number !== before + index + 1) faults.push(`incident ${before + index + 1} has no alert`);
    const numbers = incident.misses.map((miss) => miss.notice.alertNumber).sort((a, b) => a - b);
    if (numbers.some((number, place) => number !== place + 1))
      faults.push(`incident ${incident.number} misses an alert`);
    if (incident.recoveries.length > 1) faults.push(`incident ${incident.number} recovered twice`);
    if (incident.recoveredAt === null && index < incidents.length - 1)
      faults.push(`incident ${incident.number} never recovered`);
    const back = signals.find(
      (signal) =>
        signal.kind === 'success' &&
        isAcknowledged(signal) &&
        signal.call.writes.some(({ seq, key }) => seq > incident.openedSeq && key.endsWith('/MON')),
    );
    if (back && incident.recoveredAt === null)
      faults.push(`signal ${back.mark} ended incident ${incident.number}, and no recovery was told`);
  }
  if ((item?.incidents ?? 0) !== before + incidents.length)
    faults.push(`it counts ${item?.incidents} incidents and told ${incidents.length}`);
  const open = incidents.find((incident) => incident.recoveredAt === null);
  if ((item?.incident?.number ?? null) !== (open?.number ?? null))
    faults.push(`incident ${item?.incident?.number} is open, told was ${open?.number}`);
  if (item?.incident && item.incident.alerts !== open?.misses.length)
    faults.push('its incident counts other alerts than it told');
  return faults;
}

/** Nobody is woken for a job that pinged in time, for a run that ended or for a failure that nobody sent. */
export function noFalseAlert(facts: Facts, holdings: Holdings): string[] {
  return casesOf(facts, holdings).flatMap((each) =>
    each.incidents
      .flatMap((incident) => [...falseReasons(each, incident), ...falseSilence(facts, each, incident)])
      .concat(repeatsOf(facts, each))
      .map((fault) => `${each.monitor.name}: ${fault}`),
  );
}

function falseReasons({ monitor, signals }: Case, incident: ToldIncident): string[] {
  const faults: string[] = [];
  const say = (text: string) => faults.push(`incident ${incident.number} (${incident.reason}) ${text}`);
  // A check takes the instant it began for now, and may meet what came a moment later.
  if (incident.firstAt < incident.downSince - CALL_LASTS_MS) say('was told before it began');
  if (incident.reason === 'silence') {
    const contradicting = signals.find(
      (signal) =>
        signal.kind === 'success' &&
        isAcknowledged(signal) &&
        signal.call.endSeq < incident.openedSeq &&
        deadlineAfter(monitor, signal.call.startedAt) > incident.downSince,
    );
    if (contradicting) say(`is false: signal ${contradicting.mark} came in time`);
  }
  if (incident.reason === 'fail') {
    const sent = signals.some(
      (signal) => signal.kind === 'fail' && mayCount(signal) && signal.call.startedAt === incident.downSince,
    );
    if (!sent) say('is false: nobody sent that failure');
  }
  if (incident.reason === 'too_long') {
    const startedAt = incident.downSince - (monitor.maxDurationSec ?? 0) * 1000;
    const starts = signals.filter(
      (signal) => signal.kind === 'start' && mayCount(signal) && signal.call.startedAt === startedAt,
    );
    if (starts.length === 0) say('is false: no such run');
    const ended = starts.every((start) =>
      signals.some(
        (signal) =>
          signal.kind !== 'start' &&
          isAcknowledged(signal) &&
          (signal.rid === null || signal.rid === start.rid) &&
          signal.call.startSeq > start.call.endSeq &&
          signal.call.endSeq < incident.openedSeq,
      ),
    );
    if (starts.length > 0 && ended) say('is false: the run had ended');
  }
  const { deletion } = monitor;
  if (
    deletion?.ending?.how === 'done' &&
    incident.openedSeq > deletion.endSeq &&
    (deletion.ending.value as { statusCode: number }).statusCode === 200
  ) {
    say('was told after the deletion');
  }
  // Of two calls under way together the earlier may be written last; see docs/faults.md.
  if ((incident.recoveredAt ?? Infinity) < incident.downSince - CALL_LASTS_MS)
    say('recovered before it began');
  return faults;
}

/** While it lasts an incident is told again after its gap, and an hour after the last try where nobody heard it. */
function repeatsOf(facts: Facts, { monitor, incidents, alerts }: Case): string[] {
  return incidents.flatMap(({ number, misses, recoveredAt }) =>
    misses
      .toSorted((a, b) => a.notice.decidedAt - b.notice.decidedAt)
      .flatMap(({ notice }, place, sorted) => {
        const next = sorted[place + 1]?.notice.decidedAt ?? Infinity;
        const unheard = unheardSince(alerts, number, notice.alertNumber);
        const dueAt = Math.min(
          notice.decidedAt + Math.max(monitor.repeatSec, monitor.intervalSec) * 1000,
          unheard === null ? Infinity : unheard + HOUR_MS,
        );
        const what = `alert ${notice.alertNumber} of incident ${number}`;
        const isSoon = next < dueAt && !(unheard !== null && monitor.isReaddressed);
        const look = looksAt(facts, monitor).find(({ startedAt }) => startedAt > dueAt);
        const lasts = recoveredAt === null && notice.reason !== 'too_long';
        const isLate =
          look && lasts && monitor.deletion === null && !monitor.pausedOnce && next > look.endedAt;
        return [
          ...(isSoon ? [`${what} was repeated too soon`] : []),
          ...(isLate && isSteady(facts) ? [`${what} was not repeated when nobody had heard it`] : []),
        ];
      }),
  );
}

/** Where what came of a try is written at once. */
function isSteady({ plan }: Facts): boolean {
  return !['table', 'kills', 'everything'].includes(plan);
}

/** A silence begins at the deadline of some success, moved where nothing could reach us, and is told after it. */
function falseSilence(facts: Facts, { monitor, signals }: Case, incident: ToldIncident): string[] {
  if (incident.reason !== 'silence' || monitor.pausedOnce) return [];
  const { downSince, firstAt } = incident;
  const deadlines = signals
    .filter((signal) => signal.kind === 'success' && mayCount(signal))
    .map((signal) => deadlineAfter(monitor, signal.call.startedAt));
  const isTrue = deadlines.some((deadlineAt) => movedBy(facts, deadlineAt, firstAt) === downSince);
  const when = new Date(downSince).toISOString();
  return isTrue ? [] : [`incident ${incident.number} (silence) began at no deadline: ${when}`];
}

function casesOf(facts: Facts, holdings: Holdings): Case[] {
  const seqs = new Map(
    facts.invocations
      .flatMap((each) => each.writes.map(({ seq, key }) => [key, seq] as const))
      .sort(([, a], [, b]) => b - a),
  );
  return facts.monitors.map((monitor) => {
    const all = holdings.alerts.get(monitor.id) ?? [];
    const alerts = all.filter(({ createdAt }) => inLife(monitor, createdAt));
    const incidents = incidentsOf(alerts, 'webhook', (key) => seqs.get(key) ?? 0);
    return { monitor, alerts, incidents, signals: signalsOf(facts, monitor) };
  });
}

/** That a check looked at a monitor for sure, between these places. */
type Look = Pick<Invocation, 'startSeq' | 'startedAt' | 'endSeq' | 'endedAt'>;

/**
 * The looks at a monitor that no fault excuses: checks that went through well, those that failed in other shards, and
 * those that ran out of time once others had gone on with what was left.
 */
function looksAt({ checks, plan }: Facts, { id }: Watched): Look[] {
  const shard = duePartition(monitorKey(id).pk);
  return checks.flatMap(({ call, down, isAlone, over }) => {
    if (call.ending?.how !== 'done') return [];
    const { failed, finished } = call.ending.value;
    if (failed === 0 && finished) return [call];
    if (plan === 'shards' && isAlone && !down.has(shard)) return [call];
    if (plan === 'hurry' && isAlone && over) return [{ ...call, endSeq: over.seq, endedAt: over.at }];
    return [];
  });
}

/** When a job that succeeded at `at` is late, worked out by hand: runs begin at full minutes that its step divides. */
export function deadlineAfter(monitor: Watched, at: number): number {
  if (monitor.everyMin === null) return at + monitor.intervalSec * 1000;
  const gapMs = monitor.everyMin * 60_000;
  const next = (Math.floor(at / gapMs) + 1) * gapMs;
  const early = next - at <= Math.min(monitor.graceSec * 1000, gapMs / 10);
  return (early ? next + gapMs : next) + monitor.graceSec * 1000;
}
