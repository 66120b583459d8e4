import type { Instant } from '../../../../../lib/domain/instant.ts';
import type { AlertDecision } from '../../../../../lib/domain/monitors/check.ts';
import type { AlertReason } from '../../../../../lib/domain/monitors/monitor.ts';
import {
  deadlineNow,
  failuresToTell,
  isDeleted,
  isLate,
  isPausedAt,
  limitOf,
  openStarts,
  repeatMs,
  type Start,
} from './facts.ts';
import type { Entry, Rules } from './history.ts';

/** A telling and the check that told it. */
export type DeliveryResult = AlertDecision & { at: Instant };

interface Cause {
  reason: AlertReason;
  since: Instant;
  run: Start | null;
}

/** A patient watcher with paper and pencil: reads the whole past at every check, and remembers only what it told. */
export function naiveWatch(rules: Rules, history: Entry[]): DeliveryResult[] {
  const told: DeliveryResult[] = [];
  const runsTold = new Map<Start, Instant>();
  const past: Entry[] = [];
  let heard = 0;
  for (const entry of history) {
    if (entry.kind !== 'check') {
      past.push(entry);
      continue;
    }
    const now = entry.at;
    if (isDeleted(past) || isPausedAt(past, now)) continue;
    const failures = failuresToTell(rules, past);
    for (const signal of past.slice(heard)) {
      const failure = failures.find((one) => one.entry === signal);
      if (failure) alert({ reason: 'fail', since: failure.since, run: null }, now);
      if (signal.kind === 'ping') recover(signal.at, now);
    }
    heard = past.length;
    const causes = causesNow(now);
    const cause = causes.find((one) => one.reason === openIncident()?.reason) ?? causes[0];
    if (cause) alert(cause, now);
  }
  return told;

  /** The last telling when it left an incident open; its first alert names the reason. */
  function openIncident(): DeliveryResult | undefined {
    const last = told.at(-1);
    return last?.kind === 'miss' ? told.find((one) => one.incident === last.incident) : undefined;
  }

  function alert(cause: Cause, now: Instant): void {
    const opened = openIncident();
    const last = told.at(-1);
    if (opened && last && now < last.at + repeatMs(rules, past)) return;
    if (cause.run) runsTold.set(cause.run, now);
    told.push({
      at: now,
      kind: 'miss',
      reason: cause.reason,
      incident: opened ? opened.incident : (last?.incident ?? 0) + 1,
      alertNumber: opened && last ? last.alertNumber + 1 : 1,
      downSince: opened ? opened.downSince : cause.since,
      recoveredAt: null,
      runId: cause.run?.rid ?? null,
    });
  }

  function recover(recoveredAt: Instant, now: Instant): void {
    const opened = openIncident();
    if (!opened) return;
    const alertNumber = told.at(-1)?.alertNumber ?? 0;
    const stuck = openStarts(past).find((run) => runsTold.has(run));
    const stillRunning = stuck && { rid: stuck.rid, since: stuck.at };
    const recovery = { ...opened, at: now, kind: 'recovery', alertNumber, recoveredAt, runId: null } as const;
    told.push({ ...recovery, ...(stillRunning && { stillRunning }) });
  }

  function causesNow(now: Instant): Cause[] {
    const causes: Cause[] = [];
    const deadlineAt = deadlineNow(rules, past);
    if (deadlineAt !== null && isLate(rules, past, now)) {
      causes.push({ reason: 'silence', since: deadlineAt, run: null });
    }
    const stuck = openStarts(past).find((run) => isStuck(run, now));
    const limitAt = stuck && limitOf(rules, past, stuck);
    if (stuck && limitAt) causes.push({ reason: 'too_long', since: limitAt, run: stuck });
    const successAt = past.findLastIndex((entry) => entry.kind === 'ping');
    const isFailing = failuresToTell(rules, past).some(({ entry }) => past.indexOf(entry) > successAt);
    const opened = openIncident();
    if (opened && isFailing) causes.push({ reason: 'fail', since: opened.downSince, run: null });
    return causes.sort((a, b) => a.since - b.since);
  }

  function isStuck(run: Start, now: Instant): boolean {
    const limitAt = limitOf(rules, past, run);
    const toldAt = runsTold.get(run);
    return (
      limitAt !== null && now > limitAt && (toldAt === undefined || now >= toldAt + repeatMs(rules, past))
    );
  }
}
