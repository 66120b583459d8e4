import { describe, expect, it } from 'vitest';
import {
  gapAt,
  gapOnceTaken,
  idlePace,
  isForgotten,
  isIdle,
  isRefusingAll,
  mayGoAt,
  reachedAt,
  slowed,
  type Pace,
  type PaceRefusal,
  type Recipient,
} from '../../../../lib/domain/alerts/pace.ts';
import { at } from '../../../support/alerts/monitor-builder.ts';

const NOON = at('12:00');
const SEC = 1_000;
const MIN = 60 * SEC;
const HOOK: Recipient = { floorMs: 100, firstGapMs: 1_000, burstMs: 0 };

/** A refusal of a try of this moment. */
const refusal = (now: number, given: Partial<PaceRefusal> = {}): PaceRefusal => ({
  startedAt: now,
  now,
  retryAfterMs: null,
  place: null,
  ...given,
});
const refused = (before: Pace | undefined, now: number, given: Partial<PaceRefusal> = {}) =>
  slowed(before, refusal(now, given), HOOK);
/** Some wait for a recipient that takes one a second. */
const waiting = (count: number): Pace => ({ ...refused(undefined, NOON), next: count });
/** Something was taken since the last refusal. */
const taken = (pace: Pace): Pace => ({ ...pace, refusedSince: null });

describe('the first refusal', () => {
  it('begins a line with a gap of a second, behind a pause as long as it', () => {
    const pace = refused(undefined, NOON);

    expect(pace.gapMs).toBe(SEC);
    expect(mayGoAt(pace, 0, HOOK)).toBe(NOON + SEC);
    expect(mayGoAt(pace, 1, HOOK)).toBeCloseTo(NOON + 2 * SEC, -1);
  });

  it.each([
    ['as long as it asks for', 30 * SEC, 30 * SEC],
    ['of fifteen minutes where it asks for a year', 366 * 24 * 60 * MIN, 15 * MIN],
  ])('is followed by a pause %s', (_, retryAfterMs, pauseMs) => {
    expect(mayGoAt(refused(undefined, NOON, { retryAfterMs }), 0, HOOK)).toBe(NOON + pauseMs);
  });

  it('of ten at once counts once', () => {
    let pace = refused(undefined, NOON, { retryAfterMs: SEC });
    const first = pace;
    for (let more = 1; more < 10; more++)
      pace = refused(pace, NOON + more, { startedAt: NOON - 200, retryAfterMs: SEC });

    expect(pace).toEqual(first);
  });
});

describe('a further refusal', () => {
  it('doubles the gap while nothing is taken, up to a minute', () => {
    let pace = refused(undefined, NOON);
    const gaps = [2, 4, 8, 16, 32, 60, 60].map((sec) => sec * SEC);
    for (const gap of gaps) {
      pace = refused(pace, pace.at);
      expect(pace.gapMs).toBe(gap);
    }
  });

  it('lengthens it by a quarter when something was taken', () => {
    const pace = taken(refused(undefined, NOON));

    expect(refused(pace, pace.at).gapMs).toBe(1_250);
  });

  it('of a try that began before the last slow-down leaves the gap', () => {
    const pace = refused(undefined, NOON);

    const late = refused(pace, NOON + 5 * SEC, { startedAt: NOON - SEC, retryAfterMs: 60 * SEC });

    expect(late.gapMs).toBeCloseTo(SEC, -2);
    expect(late.at).toBe(NOON + 65 * SEC);
  });

  it('shortens no pause', () => {
    const pace = refused(undefined, NOON, { retryAfterMs: 10 * MIN });

    expect(refused(pace, NOON + SEC, { retryAfterMs: SEC }).at).toBe(NOON + 10 * MIN);
  });
});

describe('a line', () => {
  it('keeps its order in a pause: what was refused is next, the rest follows', () => {
    const now = NOON + 5 * SEC;
    const before = waiting(100);
    const place = Math.floor(reachedAt(before, now));

    const pace = refused(taken(before), now, { place, retryAfterMs: 40 * SEC });

    expect(mayGoAt(pace, place, HOOK)).toBe(now + 40 * SEC);
    const turns = Array.from({ length: 100 }, (_, each) => mayGoAt(pace, each, HOOK));
    expect(turns).toEqual(turns.toSorted((one, other) => one - other));
    expect(mayGoAt(pace, place + 1, HOOK) - (now + 40 * SEC)).toBeGreaterThan(1_200);
  });

  it('goes back to what was refused first when a later one was refused before it', () => {
    const now = NOON + 5 * SEC;
    const later = refused(waiting(100), now, { place: 4, retryAfterMs: 10 * SEC });

    const pace = refused(later, now + 20, { startedAt: now - SEC, place: 2, retryAfterMs: 10 * SEC });

    expect(mayGoAt(pace, 2, HOOK)).toBe(now + 10 * SEC);
    expect(mayGoAt(pace, 4, HOOK)).toBeGreaterThan(now + 13 * SEC);
  });

  it('has had as many turns as it has had time for', () => {
    const pace = waiting(5_000);

    for (const place of [0, 1, 7, 60, 400, 3_000]) {
      const turn = mayGoAt(pace, place, HOOK);
      expect(reachedAt(pace, turn)).toBeCloseTo(place, 0);
    }
  });

  it('goes faster while it is quiet: 400 at a second each take less than 400 s', () => {
    const last = mayGoAt(waiting(400), 399, HOOK) - NOON;

    expect(last).toBeGreaterThan(200 * SEC);
    expect(last).toBeLessThan(400 * SEC);
  });

  it('is idle once all have had their turn', () => {
    const pace = waiting(3);

    expect([0, 2, 5].map((sec) => isIdle(pace, NOON + sec * SEC))).toEqual([false, false, true]);
    const begun = idlePace(pace, HOOK, NOON + 5 * SEC);
    expect(mayGoAt(begun, begun.next, HOOK)).toBe(NOON + 5 * SEC);
  });

  it('that nobody waits in keeps its pause for who comes now', () => {
    const paused = refused(undefined, NOON, { retryAfterMs: MIN });

    const begun = idlePace(paused, HOOK, NOON + SEC);

    expect(mayGoAt(begun, begun.next, HOOK)).toBe(NOON + MIN);
  });

  it('lets a burst go, but not in a pause', () => {
    const mail: Recipient = { floorMs: 100, firstGapMs: 100, burstMs: SEC };
    const begun = idlePace(undefined, mail, NOON);

    expect(mayGoAt(begun, 10, mail)).toBe(NOON);
    expect(mayGoAt(begun, 20, mail)).toBe(NOON + SEC);
    const paused = slowed({ ...begun, next: 30 }, refusal(NOON, { place: 3, retryAfterMs: MIN }), mail);
    expect(mayGoAt(paused, 3, mail)).toBe(NOON + MIN);
  });
});

describe('quiet time', () => {
  it('halves the gap every five minutes and then forgets it', () => {
    const pace = taken(refused(undefined, NOON));
    const gaps = [0, 5, 10].map((min) => gapAt(pace, pace.at + min * MIN));

    expect(gaps).toEqual([1_000, 500, 250]);
    expect([10, 17].map((min) => isForgotten(pace, pace.at + min * MIN))).toEqual([false, true]);
  });

  it('does not make a recipient forgotten that has taken nothing since', () => {
    const pace = refused(undefined, NOON);

    expect([60, 179, 181].map((min) => isForgotten(pace, NOON + min * MIN))).toEqual([false, false, true]);
  });
});

it('A recipient that takes nothing for an hour is failing, not slow.', () => {
  const pace = refused(refused(undefined, NOON), NOON + 30 * MIN);

  expect([59, 60].map((min) => isRefusingAll(pace, NOON + min * MIN))).toEqual([false, true]);
  expect(isRefusingAll(taken(pace), NOON + 90 * MIN)).toBe(false);
});

describe('a recipient that refuses every second message, whatever the pace', () => {
  it('is told four hundred in a quarter of an hour, not ever more slowly', () => {
    let pace: Pace = { ...refused(undefined, NOON), next: 400 };
    let now = NOON;
    for (let place = 0, tried = 0; place < 400; tried++) {
      now = Math.max(now, mayGoAt(pace, place, HOOK));
      if (tried % 2 === 0) pace = refused(pace, now, { place });
      else {
        pace = { ...taken(pace), gapMs: gapOnceTaken(pace, HOOK) };
        place += 1;
      }
    }

    expect(now - NOON).toBeLessThan(20 * MIN);
  });

  it('keeps the gap of one that took nothing at a faster pace, but for a fifth', () => {
    const slow: Pace = { ...waiting(9), gapMs: 16 * SEC };

    expect(gapOnceTaken(slow, HOOK)).toBe(12_800);
    expect(gapOnceTaken({ ...slow, gapMs: 500 }, HOOK)).toBe(500);
  });
});
