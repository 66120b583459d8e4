import type { Facts, Watched } from './facts.ts';

/** The canary pings each minute, up to half a minute late (DECISIONS.md "Incidents" 8). */
const GAP_MS = 90_000;
/** Past that its next ping may be missing. */
const LATE_MS = 65_000;
/** For jobs to repeat their pings once they reach us again. */
const BACK_MS = 60_000;
const HOUR_MS = 3_600_000;
/** What the canary sent before is gone with all that is older. */
const KEPT_MS = 90 * 86_400_000;

/** A time in which nothing reached us by some name; `to` is the instant of asking while it lasts. */
export interface Blindness {
  from: number;
  to: number;
}

type PathFacts = Pick<Facts, 'canaryHeardAt' | 'asked'>;

/** When nothing reached us, as a check that asked at an instant could have seen it. */
export function blindnessAt(facts: PathFacts, now: number): Blindness[] {
  const all = namesHeard(facts, now).flatMap(({ name, heardAt }) => {
    const lastAt = heardAt.at(-1) ?? now;
    const gaps = [...heardAt, now].flatMap((to, place, points): Blindness[] => {
      const from = points[place - 1] ?? to;
      return to - from > GAP_MS ? [{ from, to }] : [];
    });
    return isAskedInVain(facts, name, now) ? [...gaps, { from: lastAt, to: now }] : gaps;
  });
  const joined: Blindness[] = [];
  for (const each of all.sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && each.from <= last.to) last.to = Math.max(last.to, each.to);
    else joined.push({ ...each });
  }
  return joined;
}

function namesHeard({ canaryHeardAt }: PathFacts, now: number) {
  const recent = canaryHeardAt.filter(({ at }) => at <= now && at > now - KEPT_MS);
  return [...Map.groupBy(recent, ({ name }) => name)].map(([name, heard]) => ({
    name,
    heardAt: heard.map(({ at }) => at),
  }));
}

function isAskedInVain({ asked }: PathFacts, name: string, now: number): boolean {
  return asked.some((each) => each.at === now && each.name === name && !each.isOpen);
}

/**
 * Whether by some name two checks in a row were answered while the canary was silent by it: what is broken then is the canary,
 * and what was taken for blind at the first of them turns out to have been none.
 */
export function isCanaryDoubted({ canaryHeardAt, asked }: PathFacts, now: number): boolean {
  return [...Map.groupBy(asked, ({ name }) => name)].some(([name, all]) => {
    const answeredAt = all.filter(({ at, isOpen }) => isOpen && at <= now).map(({ at }) => at);
    const heardAt = canaryHeardAt
      .filter((heard) => heard.name === name && !answeredAt.includes(heard.at))
      .map(({ at }) => at);
    return answeredAt.some((to, place) => {
      const from = answeredAt[place - 1] ?? to;
      return from < to && !heardAt.some((at) => at >= from - GAP_MS && at <= to);
    });
  });
}

/** A deadline as it is moved, and the time that is named with it. */
export interface Moved {
  at: number;
  lost: Blindness | null;
}

/**
 * Past which instant a silence is told at `now` whose deadline was `deadlineAt`: it moves by the time in which its ping
 * was awaited and nothing reached us, by an hour at most.
 */
export function movedBy(facts: PathFacts, monitor: Watched, deadlineAt: number, now: number): Moved {
  const awaitedFrom = deadlineAt - awaitedMs(monitor);
  let at = deadlineAt;
  const lost: (Blindness & { ms: number })[] = [];
  for (const { from, to } of blindnessAt(facts, now)) {
    const ms = to - Math.max(from, awaitedFrom);
    if (ms <= 0 || from > at) continue;
    at = Math.max(at + ms, to + BACK_MS);
    lost.push({ from, to, ms });
  }
  return { at: Math.min(at, deadlineAt + HOUR_MS), lost: lost.sort((a, b) => b.ms - a.ms)[0] ?? null };
}

/** How long before its deadline a ping is awaited: for an interval, or from shortly before its scheduled time. */
function awaitedMs({ everyMin, intervalSec, graceSec }: Watched): number {
  if (everyMin === null) return intervalSec * 1_000;
  return graceSec * 1_000 + Math.min(graceSec * 1_000, everyMin * 6_000);
}

/** Up to when a check at `now` can know that the way was open, but for what was blind. */
export function provenBy(facts: PathFacts, now: number): number {
  return Math.min(
    now,
    ...namesHeard(facts, now).map(({ name, heardAt }) => {
      const lastAt = heardAt.at(-1) ?? now;
      return now - lastAt > LATE_MS || isAskedInVain(facts, name, now) ? lastAt : now;
    }),
  );
}
