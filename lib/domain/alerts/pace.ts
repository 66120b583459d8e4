import type { Instant } from '../instant.ts';

/**
 * How fast a recipient takes messages, as its refusals taught it, and the line of those that wait for it. Who waits keeps
 * a place; when its turn is follows from here, so a pause moves all of them and nobody loses his place.
 */
export interface Pace {
  /** The place that the next who comes takes. */
  next: number;
  /** The place whose turn is at `at`; those before it have it then too. */
  place: number;
  at: Instant;
  /** Between two turns at `at`. Quiet time shortens it, down to `floorMs`. */
  gapMs: number;
  floorMs: number;
  slowedAt: Instant | null;
  /** Since when it refuses for pace without taking anything. */
  refusedSince: Instant | null;
  /** One more with each change of all but `next`. */
  rev: number;
}

/** What is known of a recipient before it refused anything. */
export interface Recipient {
  /** The gap to which quiet time leads. */
  floorMs: number;
  /** The gap after its first refusal. */
  firstGapMs: number;
  /** So much before its turn a message may go. */
  burstMs: number;
}

/** A refusal for pace. */
export interface PaceRefusal {
  /** When the try began that was refused. */
  startedAt: Instant;
  now: Instant;
  /** How long the recipient asked to be left alone; null when it did not say. */
  retryAfterMs: number | null;
  /** The place of the message that was refused; null when it had none. */
  place: number | null;
}

const HALVES_EVERY_MS = 5 * 60_000;
const GAP_MAX_MS = 60_000;
const PAUSE_MAX_MS = 15 * 60_000;
/** Refusals that differ by less are of one burst. */
const ONE_PAUSE_MS = 1_000;
/** A little slower where some are taken, twice as slow where none is. */
const SLOWER = { someTaken: 1.25, noneTaken: 2 } as const;
/** A recipient that has taken nothing for so long is failing, not slow. */
const REFUSES_MAX_MS = 3_600_000;
/** Longer than the pause between two tries of what fails. */
const REMEMBERED_MS = 3 * 3_600_000;

/** The time between two turns, once it was quiet until `now`. */
export function gapAt({ gapMs, floorMs, at }: Pace, now: Instant): number {
  return Math.max(floorMs, gapMs * 0.5 ** (Math.max(0, now - at) / HALVES_EVERY_MS));
}

/** From when on the message with a place may go, unless something is refused before. No burst shortens a pause. */
export function mayGoAt(pace: Pace, place: number, { burstMs }: Pick<Recipient, 'burstMs'>): Instant {
  return Math.ceil(pace.at + Math.max(0, timeOf(pace, Math.max(0, place - pace.place)) - burstMs));
}

/** How many places have had their turn at `now`, with those that came before the line began. */
export function reachedAt(pace: Pace, now: Instant): number {
  return pace.place + placesIn(pace, Math.max(0, now - pace.at));
}

/** Whether nobody waits: who comes now is next. */
export function isIdle(pace: Pace, now: Instant): boolean {
  return pace.next <= reachedAt(pace, now);
}

/** The line of a recipient for which nobody waits. */
export function idlePace(before: Pace | undefined, { floorMs }: Recipient, now: Instant): Pace {
  if (!before) {
    return {
      next: 0,
      place: 0,
      at: now,
      gapMs: floorMs,
      floorMs,
      slowedAt: null,
      refusedSince: null,
      rev: 0,
    };
  }
  const gapMs = Math.max(floorMs, gapAt(before, now));
  return { ...before, place: before.next, at: Math.max(before.at, now), gapMs, floorMs, rev: before.rev + 1 };
}

/** Whether nothing is left of a slow-down: messages go as they come. */
export function isForgotten(pace: Pace, now: Instant): boolean {
  return refusesSince(pace, now) === null && isIdle(pace, now) && gapAt(pace, now) <= pace.floorMs;
}

/** Whether a recipient has refused for so long that a refusal is a failure like any other. */
export function isRefusingAll(pace: Pace, now: Instant): boolean {
  const since = refusesSince(pace, now);
  return since !== null && now >= since + REFUSES_MAX_MS;
}

/** What refused long ago and was left alone since says nothing of now. */
function refusesSince({ refusedSince, slowedAt }: Pace, now: Instant): Instant | null {
  return now < (slowedAt ?? 0) + REMEMBERED_MS ? refusedSince : null;
}

/**
 * The pace after a refusal. Refusals of tries that began before the last slow-down say nothing new about the pace. What was
 * refused is next, when the pause is over; what waits behind it moves by as much.
 */
export function slowed(before: Pace | undefined, refusal: PaceRefusal, recipient: Recipient): Pace {
  const { startedAt, now, retryAfterMs, place } = refusal;
  const pace = before ?? idlePace(undefined, recipient, now);
  const isNews = pace.slowedAt === null || startedAt > pace.slowedAt;
  const gapMs = isNews ? slowerGap(pace, recipient, now) : gapAt(pace, now);
  const until = now + Math.min(PAUSE_MAX_MS, Math.max(retryAfterMs ?? 0, gapMs));
  const reached = Math.min(pace.next, Math.floor(reachedAt(pace, now)));
  const first = Math.min(place ?? reached, now < pace.at ? pace.place : reached);
  if (!isNews && until < pace.at + ONE_PAUSE_MS)
    return first < pace.place ? { ...pace, place: first, rev: pace.rev + 1 } : pace;
  return {
    ...pace,
    place: first,
    at: Math.max(pace.at, until),
    gapMs,
    slowedAt: isNews ? now : pace.slowedAt,
    refusedSince: refusesSince(pace, now) ?? now,
    rev: pace.rev + 1,
  };
}

function slowerGap(pace: Pace, { firstGapMs }: Recipient, now: Instant): number {
  const by = pace.refusedSince === null ? SLOWER.someTaken : SLOWER.noneTaken;
  return Math.min(GAP_MAX_MS, Math.max(firstGapMs, gapAt(pace, now) * (pace.slowedAt === null ? 1 : by)));
}

/**
 * The gap once a message was taken after refusals: a recipient that refuses one of two, whatever the pace, is not told ever
 * more slowly.
 */
export function gapOnceTaken({ gapMs }: Pace, { firstGapMs }: Recipient): number {
  return gapMs <= firstGapMs ? gapMs : Math.max(firstGapMs, gapMs / SLOWER.someTaken);
}

/** How long so many turns take from `at` on: the integral of the gap, which halves again and again down to its floor. */
function timeOf({ gapMs, floorMs }: Pace, places: number): number {
  if (gapMs <= floorMs) return places * floorMs;
  const perPlace = (gapMs * Math.LN2) / HALVES_EVERY_MS;
  const shrinkingMs = HALVES_EVERY_MS * Math.log2(1 + places * perPlace);
  const floorAfterMs = HALVES_EVERY_MS * Math.log2(gapMs / floorMs);
  if (shrinkingMs <= floorAfterMs) return shrinkingMs;
  return floorAfterMs + (places - (gapMs / floorMs - 1) / perPlace) * floorMs;
}

/** How many turns there are in a time from `at` on. */
function placesIn({ gapMs, floorMs }: Pace, ms: number): number {
  if (gapMs <= floorMs) return ms / floorMs;
  const perPlace = (gapMs * Math.LN2) / HALVES_EVERY_MS;
  const floorAfterMs = HALVES_EVERY_MS * Math.log2(gapMs / floorMs);
  if (ms <= floorAfterMs) return (2 ** (ms / HALVES_EVERY_MS) - 1) / perPlace;
  return (gapMs / floorMs - 1) / perPlace + (ms - floorAfterMs) / floorMs;
}
