import { LIMITS } from '../../../../../lib/domain/limits.ts';
import type { Instant } from '../../../../../lib/domain/instant.ts';
import type { Entry, Rules } from './history.ts';

/**
 * The facts of SPEC.md and DECISIONS.md "Monitor", each worked out from the whole past of a monitor every time,
 * and by nothing of what it proves. Slow on purpose: no fact depends on one that was kept.
 */
export type Start = Extract<Entry, { kind: 'ping' | 'start' | 'fail' }>;

/** The rules after every change so far. */
export function rulesNow(rules: Rules, past: Entry[]): Rules {
  return past.reduce<Rules>(
    (now, entry) => (entry.kind === 'change' ? { ...now, ...entry.changed } : now),
    rules,
  );
}

export function isDeleted(past: Entry[]): boolean {
  return past.some((entry) => entry.kind === 'delete');
}

/** The maintenance windows; one that was replaced or taken back ended at that moment. */
function pausesOf(past: Entry[]): { from: Instant; to: Instant }[] {
  const patches = past.filter((entry) => entry.kind === 'pause');
  return patches.flatMap((patch, index) =>
    patch.until === null
      ? []
      : [{ from: patch.at, to: Math.min(patch.until, patches[index + 1]?.at ?? Infinity) }],
  );
}

export function isPausedAt(past: Entry[], now: Instant): boolean {
  return pausesOf(past).some((pause) => pause.from <= now && now < pause.to);
}

/** DECISIONS.md "Monitor" 3: from the last success or the end of the last pause, whichever is later. */
export function deadlineNow(rules: Rules, past: Entry[]): Instant | null {
  const pingAt = past.findLast((entry) => entry.kind === 'ping')?.at;
  if (pingAt === undefined) return null;
  const pauseEndAt = Math.max(-Infinity, ...pausesOf(past).map((pause) => pause.to));
  const { everySec, schedule } = rulesNow(rules, past);
  if (schedule === null) return Math.max(pingAt, pauseEndAt) + everySec * 1000;
  const gapMs = everySec * 1000;
  const runAfter = (instant: Instant) =>
    Math.floor((instant - schedule.offsetSec * 1000) / gapMs + 1) * gapMs + schedule.offsetSec * 1000;
  const earlyMs = Math.min(schedule.graceSec * 1000, gapMs / 10);
  const next = runAfter(pingAt);
  const expected = next - pingAt <= earlyMs ? next + gapMs : next;
  return (expected > pauseEndAt ? expected : runAfter(pauseEndAt)) + schedule.graceSec * 1000;
}

export function isLate(rules: Rules, past: Entry[], now: Instant): boolean {
  const deadlineAt = deadlineNow(rules, past);
  return deadlineAt !== null && now > deadlineAt && !isPausedAt(past, now) && !isDeleted(past);
}

/** The starts that no signal has closed and no start has replaced, oldest first. */
export function openStarts(past: Entry[]): Start[] {
  return past.filter((entry, index): entry is Start => {
    if (entry.kind !== 'start' || isBehindItsEnd(past.slice(0, index), entry)) return false;
    return !past.slice(index + 1).some((later) => {
      if (later.kind === 'start') return later.rid === entry.rid;
      return (
        (later.kind === 'ping' || later.kind === 'fail') && (later.rid === null || later.rid === entry.rid)
      );
    });
  });
}

/** A start that comes within half a minute behind an end of its run, which found nothing to close, opens none. */
function isBehindItsEnd(past: Entry[], { rid, at }: Start): boolean {
  return past.some(
    (end, index) =>
      (end.kind === 'ping' || end.kind === 'fail') &&
      rid !== null &&
      end.rid === rid &&
      at - end.at <= LIMITS.lateStartMs &&
      !openStarts(past.slice(0, index)).some((open) => open.rid === rid),
  );
}

/** The moment a run becomes too long, or null without a limit. */
export function limitOf(rules: Rules, past: Entry[], start: Start): Instant | null {
  const { maxDurationSec } = rulesNow(rules, past);
  return maxDurationSec === null ? null : start.at + maxDurationSec * 1000;
}

/** The effective repeat gap (SPEC.md "Events" rule 1). */
export function repeatMs(rules: Rules, past: Entry[]): number {
  const { alertRepeatSec, everySec } = rulesNow(rules, past);
  return Math.max(alertRepeatSec ?? 86_400, everySec) * 1000;
}

/**
 * The failures that have to be told: those that are enough in a row, and from then on each until a success. A change of
 * the rules may make those before it enough. `since` is the first of the row.
 */
export function failuresToTell(rules: Rules, past: Entry[]): { entry: Entry; since: Instant }[] {
  return past.flatMap((entry, place) => {
    if (entry.kind !== 'fail' && entry.kind !== 'change') return [];
    const successes = past.slice(0, place).map(({ kind }) => kind === 'ping');
    const row = past.slice(successes.lastIndexOf(true) + 1, place + 1);
    const isEnough = (upTo: number) => {
      const fails = row.slice(0, upTo).filter(({ kind }) => kind === 'fail').length;
      const { alertAfterFailures } = rulesNow(rules, past.slice(0, place + 1 - row.length + upTo));
      return fails > 0 && fails >= alertAfterFailures;
    };
    const wasEnough = row.slice(0, -1).some((_, index) => isEnough(index + 1));
    const [first] = row.filter(({ kind }) => kind === 'fail');
    const isTold =
      entry.kind === 'fail' ? wasEnough || isEnough(row.length) : !wasEnough && isEnough(row.length);
    return first && isTold ? [{ entry, since: first.at }] : [];
  });
}

/** How often the monitor went silent, as far as a check, a ping or a change of its owner could see. */
export function missesOf(rules: Rules, history: Entry[]): number {
  const silences = new Set<number>();
  let pings = 0;
  const past: Entry[] = [];
  for (const entry of history) {
    const sees =
      entry.kind === 'check' || entry.kind === 'ping' || entry.kind === 'pause' || entry.kind === 'change';
    if (sees && isLate(rules, past, entry.at)) silences.add(pings);
    if (entry.kind === 'ping') pings += 1;
    if (entry.kind !== 'check') past.push(entry);
  }
  return silences.size;
}

/** SPEC.md "Monitor `state`" in the precedence of DECISIONS.md "Monitor" 5. */
export function stateNow(rules: Rules, past: Entry[], now: Instant): string {
  if (isDeleted(past)) return 'inactive';
  if (isPausedAt(past, now)) return 'paused';
  if (!past.some((entry) => entry.kind === 'ping')) return 'waiting';
  return isLate(rules, past, now) ? 'late' : 'ok';
}
