import { isCanaryDoubted, movedBy } from './blindness.ts';
import { casesOf, deadlineAfter, type Case } from './cases.ts';
import { isAcknowledged, mayCount, type Facts, type SentSignal, type Watched } from './facts.ts';
import type { Holdings, ToldIncident } from './ledger.ts';

/** As long as a function may run here. */
const CALL_LASTS_MS = 30_000;
const HOUR_MS = 3_600_000;

/** Nobody is woken for a job that pinged in time, for a run that ended or for a failure that nobody sent. */
export function noFalseAlert(facts: Facts, holdings: Holdings): string[] {
  return casesOf(facts, holdings).flatMap((each) =>
    each.incidents
      .flatMap((incident) => [...falseReasons(each, incident), ...falseSilence(facts, each, incident)])
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
    if (tooFew(monitor, signals, incident)) say('is false: too few failures in a row');
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

/** Whether fewer failures came from the one it begins with on than its owner wants, or a success broke their row. */
function tooFew({ inARow }: Watched, signals: readonly SentSignal[], incident: ToldIncident): boolean {
  const since = signals.filter(
    (signal) => signal.kind === 'fail' && mayCount(signal) && signal.call.startedAt >= incident.downSince,
  );
  const upTo = (seq: number) => since.filter(({ call }) => call.startSeq < seq).length;
  const firstEndSeq = Math.max(
    ...since.filter(({ call }) => call.startedAt === incident.downSince).map(({ call }) => call.endSeq),
  );
  const breaks = signals.filter(
    (signal) => signal.kind === 'success' && isAcknowledged(signal) && signal.call.startSeq > firstEndSeq,
  );
  return [incident.openedSeq, ...breaks.map(({ call }) => call.endSeq)].some((seq) => upTo(seq) < inARow);
}

/** A silence begins at the deadline of some success, moved where nothing could reach us, and is told after it. */
function falseSilence(facts: Facts, { monitor, signals }: Case, incident: ToldIncident): string[] {
  if (incident.reason !== 'silence' || monitor.pausedOnce) return [];
  const { downSince, firstAt } = incident;
  const deadlines = signals
    .filter((signal) => signal.kind === 'success' && mayCount(signal))
    .map((signal) => deadlineAfter(monitor, signal.call.startedAt));
  const what = `incident ${incident.number} (silence)`;
  const moved = deadlines.map((each) => movedBy(facts, monitor, each, firstAt));
  const possible = moved.filter(({ at }) => at === downSince);
  const isInDoubt = facts.canaryWasMute || isJudgedBlindly(facts, firstAt) || isCanaryDoubted(facts, firstAt);
  if (isInDoubt && deadlines.some((each) => isWithinHour(each, downSince))) return [];
  if (possible.length === 0) return [`${what} began at no deadline: ${new Date(downSince).toISOString()}`];
  const first = incident.misses.find(({ content }) => content.alertNumber === 1);
  // Two successes may lead to the same instant, a minute after what was lost.
  const isSaid = possible.some(
    ({ lost }) => (first?.content.notHeard?.from ?? null) === (lost?.from ?? null),
  );
  return isSaid ? [] : [`${what} does not say from when nothing reached us`];
}

/** Alerts do not wait for what the table says of the canary: a check that cannot read it excuses only what it knew. */
function isJudgedBlindly({ invocations }: Facts, at: number): boolean {
  return invocations.some(
    ({ startedAt, logged }) => startedAt === at && logged.includes('outage_evidence_failed'),
  );
}

function isWithinHour(from: number, at: number): boolean {
  return at >= from && at <= from + HOUR_MS;
}
