import type { Facts } from './facts.ts';

/** The canary pings each minute; without it for more than three nobody could reach us (DECISIONS.md "Incidents" 8). */
const GAP_MS = 180_000;
const HOUR_MS = 3_600_000;
/** What the canary sent before is gone with all that is older. */
const KEPT_MS = 90 * 86_400_000;
/** An eventual read may miss the latest minute. */
export const LAG_MS = 60_000;

/** A time in which nothing reached us; `to` is the instant of asking while it lasts. */
export interface Blindness {
  from: number;
  to: number;
}

/** When nothing reached us, as anybody could have seen it at an instant. */
export function blindnessAt({ canaryHeardAt }: Pick<Facts, 'canaryHeardAt'>, now: number): Blindness[] {
  const heardAt = canaryHeardAt.filter((at) => at <= now && at > now - KEPT_MS);
  return heardAt.flatMap((from, place) => {
    const to = heardAt[place + 1] ?? now;
    return to - from > GAP_MS ? [{ from, to }] : [];
  });
}

/**
 * Past which instant a silence is told at `now` whose deadline was `deadlineAt`: it moves by the length of the time in
 * which it passed and nothing reached us, by an hour at most.
 */
export function movedBy(facts: Pick<Facts, 'canaryHeardAt'>, deadlineAt: number, now: number): number {
  let movedAt = deadlineAt;
  for (const { from, to } of blindnessAt(facts, now)) {
    if (movedAt >= from && movedAt <= to) movedAt += to - from;
  }
  return Math.min(movedAt, deadlineAt + HOUR_MS);
}
