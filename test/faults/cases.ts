import { DUE_SHARDS, duePartition } from '../../lib/data/due-index.ts';
import { monitorKey } from '../../lib/data/keys.ts';
import type { Alert } from '../../lib/domain/alerts/alert.ts';
import type { Invocation } from '../support/faults/fault-scheduler.ts';
import { inLife, signalsOf, type Facts, type RunCheck, type SentSignal, type Watched } from './facts.ts';
import { incidentsOf, type Holdings, type ToldIncident } from './ledger.ts';

/** What is known of one life of a monitor. */
export interface Case {
  monitor: Watched;
  signals: SentSignal[];
  incidents: ToldIncident[];
  /** By all channels. */
  alerts: Alert[];
}

export function casesOf(facts: Facts, holdings: Holdings): Case[] {
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
export type Look = Pick<Invocation, 'startSeq' | 'startedAt' | 'endSeq' | 'endedAt'>;

/**
 * The looks at a monitor that no fault excuses: checks that went through well, those that failed in other shards, and
 * those that ran out of time once others had gone on with what was left. One that ran beside another left it the shards
 * that it had: both are over when the later one is.
 */
export function looksAt({ checks, plan }: Facts, { id }: Watched): Look[] {
  const shard = duePartition({ dueShards: DUE_SHARDS }, monitorKey(id).pk);
  return checks.flatMap((check) => {
    const { call, down, isAlone, over } = check;
    if (call.ending?.how !== 'done') return [];
    const { failed, finished } = call.ending.value;
    if (failed === 0 && finished) return besides(check, call, checks);
    if (plan === 'shards' && isAlone && !down.has(shard)) return [call];
    if (plan !== 'hurry' || !isAlone || !over) return [];
    return besides(check, { ...call, endSeq: over.seq, endedAt: over.at }, checks);
  });
}

/** A look to where those are over too that ran beside it; none where that was never seen. */
function besides({ call }: RunCheck, look: Look, checks: readonly RunCheck[]): Look[] {
  const others = checks.filter(
    (other) => other.call !== call && other.call.startSeq < call.endSeq && other.call.endSeq > call.startSeq,
  );
  const ends = others.map(({ call: { ending, endSeq, endedAt }, over }) =>
    ending?.how === 'done' && ending.value.finished ? { seq: endSeq, at: endedAt } : over,
  );
  if (ends.includes(null)) return [];
  const endSeq = Math.max(look.endSeq, ...ends.map((end) => end?.seq ?? 0));
  return [{ ...look, endSeq, endedAt: Math.max(look.endedAt, ...ends.map((end) => end?.at ?? 0)) }];
}

/** When a job that succeeded at `at` is late, worked out by hand: runs begin at full minutes that its step divides. */
export function deadlineAfter(monitor: Watched, at: number): number {
  if (monitor.everyMin === null) return at + monitor.intervalSec * 1000;
  const gapMs = monitor.everyMin * 60_000;
  const next = (Math.floor(at / gapMs) + 1) * gapMs;
  const early = next - at <= Math.min(monitor.graceSec * 1000, gapMs / 10);
  return (early ? next + gapMs : next) + monitor.graceSec * 1000;
}
