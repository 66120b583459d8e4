import type { Alert } from '../../lib/domain/alerts/alert.ts';
import type { Arrival } from '../support/faults/fault-outside.ts';
import { casesOf, deadlineAfter, type Case } from './cases.ts';
import { inLife, isAcknowledged, statusOf, type Facts, type Pause } from './facts.ts';
import type { Holdings } from './ledger.ts';

/**
 * What is told of a job was so when it was told: nothing while it is paused, and after a pause nothing that was over when
 * the pause ended (DECISIONS.md "Incidents" 5). A failure is told all the same.
 */
export function toldAsItWas(facts: Facts, holdings: Holdings): string[] {
  return casesOf(facts, holdings).flatMap((each) =>
    each.alerts.flatMap((alert) =>
      postsOf(facts, alert).flatMap((post) =>
        faultsOf(facts, each, alert, post).map(
          (fault) => `${each.monitor.name}: alert ${alert.sk} was told ${fault}`,
        ),
      ),
    ),
  );
}

function postsOf({ posts, resent }: Facts, { content, channel }: Alert): Arrival[] {
  const isAboutTheJob = content.kind === 'miss' || content.kind === 'recovery';
  if (channel !== 'webhook' || !isAboutTheJob || resent.has(content.alertId)) return [];
  return posts.filter(({ id, late }) => id === content.alertId && !late);
}

function faultsOf(facts: Facts, each: Case, alert: Alert, post: Arrival): string[] {
  const readFrom = readBefore(facts, post);
  const pauses = facts.pauses.filter(({ monitor, call }) => {
    const status = statusOf(call) ?? 500;
    const isRefused = status !== 200 && status < 500;
    return monitor === each.monitor.id && inLife(each.monitor, call.startedAt) && !isRefused;
  });
  const last = lastKnown(pauses, { readFrom, seq: post.seq });
  if (!last) return [];
  if ((last.until ?? 0) > post.at) return ['while it was paused'];
  const endedAt = last.until ?? liftedAt(pauses, last);
  if (endedAt === null || alert.content.decidedAt >= endedAt || endedAt > post.at) return [];
  if (!mayBeOver(alert)) return [];
  const isOver =
    alert.content.reason === 'silence'
      ? isWell(each, { readFrom, endedAt, at: post.at })
      : hasEnded(each, alert, readFrom);
  return isOver ? ['although it was over when its pause ended'] : [];
}

/** What was answered before this place was known to whoever sent a POST. */
function readBefore({ invocations }: Facts, { seq, at }: Arrival): number {
  const senders = invocations.filter(
    ({ name, startSeq, endSeq, endedAt }) =>
      name === 'notifier' && startSeq < seq && seq < endSeq && endedAt >= at,
  );
  return Math.min(seq, ...senders.map(({ startSeq }) => startSeq));
}

/** The pause that was set last; undefined where there is none, or where it is not sure which holds. */
function lastKnown(
  pauses: readonly Pause[],
  { readFrom, seq }: { readFrom: number; seq: number },
): Pause | undefined {
  const before = pauses.filter(({ call }) => call.startSeq < seq);
  const last = before.toSorted((a, b) => a.call.startSeq - b.call.startSeq).at(-1);
  if (!last || last.isByTag || statusOf(last.call) !== 200 || last.call.endSeq > readFrom) return undefined;
  const isSure = before.every((each) => each === last || each.call.endSeq < last.call.startSeq);
  return isSure ? last : undefined;
}

/** When a pause was taken back, at least; null where none was in force for sure. */
function liftedAt(pauses: readonly Pause[], lift: Pause): number | null {
  const before = pauses.filter(({ call }) => call.startSeq < lift.call.startSeq);
  const ended = lastKnown(before, { readFrom: lift.call.startSeq, seq: lift.call.startSeq });
  return ended && (ended.until ?? 0) > lift.call.endedAt ? lift.call.startedAt : null;
}

/** Failures are never over, nor what stands for one, or for the end of an incident whose beginning was told before. */
function mayBeOver({ content }: Alert): boolean {
  const { kind, reason, superseded } = content;
  const last = superseded?.last ?? [];
  const begun = new Set(
    last.filter((each) => each.alertNumber === 1 && each.kind === 'miss').map(incidentOf),
  );
  const isOwed = last.some(
    (each) => each.reason === 'fail' || (each.kind === 'recovery' && !begun.has(each.incident)),
  );
  const standsForMore = isOwed || (superseded !== undefined && superseded.total > last.length);
  return kind === 'miss' && reason !== 'fail' && !standsForMore;
}

const incidentOf = ({ incident }: { incident: number }) => incident;

/** Whether a deadline that counts from the end of the pause, or from a success, had not passed. */
function isWell(
  { monitor, signals }: Case,
  { readFrom, endedAt, at }: { readFrom: number; endedAt: number; at: number },
): boolean {
  const successes = signals.filter(
    (signal) => signal.kind === 'success' && isAcknowledged(signal) && signal.call.endSeq < readFrom,
  );
  const fromPause = monitor.everyMin === null ? [endedAt + monitor.intervalSec * 1000] : [];
  const deadlines = successes.map(({ call }) => deadlineAfter(monitor, call.startedAt));
  return Math.max(0, ...deadlines, ...fromPause) > at;
}

/** Whether the run that an alert tells of had ended. */
function hasEnded({ monitor, signals }: Case, { content }: Alert, readFrom: number): boolean {
  const startedAt = content.downSince - (monitor.maxDurationSec ?? 0) * 1000;
  const starts = signals.filter(({ kind, call }) => kind === 'start' && call.startedAt === startedAt);
  const ends = signals.filter(
    (signal) => signal.kind !== 'start' && isAcknowledged(signal) && signal.call.endSeq < readFrom,
  );
  return (
    starts.length > 0 &&
    starts.every(({ rid, call }) =>
      ends.some((end) => (end.rid === null || end.rid === rid) && end.call.startSeq > call.endSeq),
    )
  );
}
