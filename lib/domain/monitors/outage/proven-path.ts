import type { Instant } from '../../instant.ts';
import { LIMITS } from '../../limits.ts';
import type { PathProof } from './proof.ts';
import { asOne, openWindow, type BlindWindow, type KnownPath } from './blind-window.ts';

/** What is known, when somebody looks, of whether pings could reach us. */
export interface OutageEvidence {
  /** The names by which jobs reach us. */
  names: readonly string[];
  /** The latest of them, in any order; null when there is no canary to judge by. */
  proofs: readonly PathProof[] | null;
  /** Names that the check asked in vain when it began. */
  unanswered: readonly string[];
  /** Windows found by earlier looks, oldest first. */
  windows: readonly BlindWindow[];
  /** When each name was last known to be open; a name that never was excuses nothing. */
  openAt: Readonly<Record<string, Instant>>;
  /** Nothing before this instant is judged: the service was first started, or its clock was moved, then. */
  judgedSince: Instant;
}

/** What a look found. */
export interface PathFound extends KnownPath {
  /** The windows as they are to be kept: one that lasts comes last and may overlap others. */
  kept: BlindWindow[];
  openAt: Record<string, Instant>;
}

/** The canary pings each minute, up to half a minute late; one missing makes more. */
const GAP_MS = 90_000;
/** Past that it may be missing: what a check that is answered then proves is known a tick later. */
const LATE_MS = 65_000;
/** Between two checks in a row. */
const TICK_MS = LIMITS.checkEverySec * 1000 + GAP_MS;
const KEPT = 20;

/**
 * Whether pings could reach us, as it is known at `now` (DECISIONS.md "Incidents and alerts" 8): by each name a time of
 * more than 90 s without a proof is blind, and so is the time since the last one while a check asks in vain. A time
 * without checks is none, since the canary's pings are in the table. Windows are worked out anew as far back as proofs
 * were read, so that a later proof corrects them; older ones are kept, the last 20.
 */
export function pathAt(evidence: OutageEvidence, now: Instant): PathFound {
  const { proofs, windows } = evidence;
  const over = windows.filter(({ to }) => to !== null);
  if (proofs === null) return { windows: asOne(over), kept: over, provenAt: now, openAt: {} };
  const readFrom = Math.min(...proofs.map(({ at }) => at));
  const settled = over.filter(({ from }) => from < Math.max(readFrom, evidence.judgedSince));
  const seen = namesSeen(evidence, readFrom, now).map((proven) => byName(evidence, proven, now));
  const found = [...settled, ...seen.flatMap((each) => each.windows)];
  const lasting = found.filter(({ to }) => to === null);
  const kept = [...asOne(found.filter(({ to }) => to !== null)), ...asOne(lasting)].slice(-KEPT);
  return {
    windows: asOne(kept),
    kept,
    provenAt: Math.min(now, ...seen.map((each) => each.provenAt)),
    openAt: Object.fromEntries(seen.flatMap(({ name, openAt }) => (openAt === null ? [] : [[name, openAt]]))),
  };
}

/** A name with its proofs, oldest first. */
interface ProvenName {
  name: string;
  proofs: Pick<PathProof, 'at' | 'by'>[];
  openAt: Instant | null;
}

/**
 * The names that count: those that were open once. Where none was, as after a deployment that never worked, all have been
 * silent since the service was awake.
 */
function namesSeen(evidence: OutageEvidence, readFrom: Instant, now: Instant): ProvenName[] {
  const { names, judgedSince, windows } = evidence;
  const all = names.map((name) => provenName(evidence, name, readFrom, now));
  const known = all.filter(({ openAt }) => openAt !== null);
  const sinceAwake = { at: judgedSince, by: 'canary' } as const;
  if (known.length === 0) return all.map((each) => ({ ...each, proofs: [sinceAwake] }));
  const wasNever = openWindow(windows)?.from === judgedSince;
  const withStart = ({ proofs, ...each }: ProvenName) => ({ ...each, proofs: [sinceAwake, ...proofs] });
  return known.map((each) => (wasNever && (each.proofs[0]?.at ?? 0) > judgedSince ? withStart(each) : each));
}

function provenName(
  { names, proofs, openAt }: OutageEvidence,
  name: string,
  readFrom: Instant,
  now: Instant,
): ProvenName {
  const counts = (of: string) => of === name || !names.includes(of);
  const own = (proofs ?? []).filter((proof) => counts(proof.name) && proof.at <= now);
  const inOrder = own.toSorted((a, b) => a.at - b.at);
  const known = Object.entries(openAt).flatMap(([of, at]) => (counts(of) && at <= now ? [at] : []));
  const [first, last] = [inOrder[0]?.at, inOrder.at(-1)?.at];
  // What was not read back to then says nothing of the time between.
  const before = known.length === 0 ? null : Math.max(...known, Math.min(readFrom, now));
  const isMissing = before !== null && (first === undefined || before < first);
  return {
    name,
    proofs: isMissing ? [{ at: before, by: 'canary' }, ...inOrder] : inOrder,
    openAt: last ?? (known.length === 0 ? null : Math.max(...known)),
  };
}

/** The time from one ping of the canary to its next, and the checks that were answered in it. */
interface Span {
  from: Instant;
  checks: Instant[];
  /** Null of the latest. */
  to: Instant | null;
}

function byName(
  { judgedSince, unanswered }: OutageEvidence,
  { name, proofs, openAt }: ProvenName,
  now: Instant,
): { name: string; openAt: Instant | null; windows: BlindWindow[]; provenAt: Instant } {
  const spans = spansOf(proofs.map(({ at, by }) => ({ at: Math.max(at, judgedSince), by })));
  const latest = spans.at(-1) ?? { from: now, checks: [], to: null };
  const lasting = lastingWindow(latest, unanswered.includes(name), now);
  return {
    name,
    openAt,
    windows: [...spans.flatMap((span) => windowsOver(span, now)), ...lasting],
    provenAt: provenIn(latest),
  };
}

function spansOf(proofs: ProvenName['proofs']): Span[] {
  const spans: Span[] = [];
  for (const { at, by } of proofs) {
    const last = spans.at(-1);
    if (last && by === 'check') last.checks.push(at);
    else {
      if (last) last.to = at;
      spans.push({ from: at, checks: [], to: null });
    }
  }
  return spans;
}

/** A missing ping of the canary makes all the time to its next one blind, whether or not a check came through in it. */
function windowsOver(span: Span, now: Instant): BlindWindow[] {
  const { from, checks, to } = span;
  const points = [from, ...checks, ...(to === null ? [] : [to])];
  const endAt = points.at(-1) ?? from;
  if (isCanarysOwn(span)) return pairsOf(points).filter((part) => part.to - part.from > TICK_MS);
  return endAt - from > GAP_MS && (to !== null || endAt === now) ? [{ from, to: endAt }] : [];
}

/** The blind time that has not ended: too much of it went by, or the check that asks now is not answered. */
function lastingWindow(span: Span, isUnanswered: boolean, now: Instant): BlindWindow[] {
  const { from, checks } = span;
  const lastAt = checks.at(-1) ?? from;
  if (isCanarysOwn(span)) return isUnanswered || now - lastAt > TICK_MS ? [{ from: lastAt, to: null }] : [];
  if (lastAt < now && now - from > GAP_MS) return [{ from, to: null }];
  return isUnanswered ? [{ from: lastAt, to: null }] : [];
}

/** Between the last two checks that were answered the path is unknown while the canary is silent, or later than ever. */
function provenIn(span: Span): Instant {
  const { from, checks } = span;
  const lastAt = checks.at(-1) ?? from;
  if (isCanarysOwn(span)) return checks.at(-2) ?? from;
  return lastAt - from > LATE_MS ? from : lastAt;
}

/**
 * Only the canary was silent, when it had missed a minute before a check that was answered, and did so until the next
 * one was answered too. Then checks alone prove the path, each five minutes.
 */
function isCanarysOwn({ from: lastAt, checks }: Span): boolean {
  const silent = checks.filter((at) => at - lastAt > GAP_MS);
  return pairsOf(silent).some(({ from, to }) => to - from > GAP_MS && to - from <= TICK_MS);
}

function pairsOf(points: readonly Instant[]): { from: Instant; to: Instant }[] {
  return points.slice(1).map((to, place) => ({ from: points[place] ?? to, to }));
}
