import { describe, expect, it } from 'vitest';
import { randomOf, type Random } from '../../../../support/faults/fault-random.ts';
import { rounds } from '../../../../support/thorough.ts';
import { BEFORE_SEC, liveThrough, type OutageRow } from './outage-life.ts';

const LENGTHS = [10, 40, 61, 95, 121, 170, 185, 300, 600, 2_400, 3_500, 7_200];
const TICK_SEC = 300;
const HOUR_SEC = 3_600;
/** On either side of an outage a minute of the canary and its delay; half of the minute that jobs have to come back. */
const GRAIN_SEC = (2 * 90 + 60) / 2;

/** Some rows of one kind of trouble, the same in each run: begin and phase by seconds, every length, both kinds of jobs. */
function rows(seed: string, given: (random: Random) => Partial<OutageRow>): OutageRow[] {
  const random = randomOf(Number.parseInt(seed, 36));
  return Array.from({ length: rounds(12, 600) }, (_, place) => {
    const beginSec = BEFORE_SEC + random.below(1_800);
    const kind = place % 2 === 0 ? 'interval' : 'schedule';
    return {
      beginSec,
      lengthSec: LENGTHS[place % LENGTHS.length] ?? 60,
      lost: 'all',
      jitterSec: 0,
      canaryDeadFromSec: null,
      uncheckedSec: null,
      phaseSec: random.below(TICK_SEC),
      job: {
        kind,
        toleranceSec: random.pick(kind === 'interval' ? [90, 300, 601, 1_300, 7_000] : [30, 90, 600]),
        offsetSec: random.below(600),
        diesAtSec: null,
      },
      ...given(random),
    };
  });
}

const TROUBLES: Record<string, (random: Random) => Partial<OutageRow>> = {
  'the path alone': () => ({}),
  'the canary late by up to half a minute': () => ({ jitterSec: 30 }),
  'one of two names, by which the job comes': () => ({ lost: 'own' }),
  'one of two names, by which the job does not come': () => ({ lost: 'other' }),
  'the canary dead since long before': () => ({ canaryDeadFromSec: BEFORE_SEC - 7_200 }),
  'the canary dead with it': (random) => ({ canaryDeadFromSec: BEFORE_SEC + random.below(3_600) }),
  'nobody checking meanwhile': (random) => {
    const fromSec = BEFORE_SEC + random.below(3_600);
    return { uncheckedSec: [fromSec, fromSec + random.below(9_000)] };
  },
};

describe.each(Object.entries(TROUBLES))('an outage of %s', (name, given) => {
  const all = rows(name.replaceAll(/[^a-z]/g, '').slice(0, 8), given);

  it('wakes nobody whose job is well', () => {
    const wrong = all.flatMap((row) => {
      const { told, wasNoticed } = liveThrough(row);
      // Between two pings of ours nobody can know of it; and nothing is held for longer than an hour.
      const early = told.filter(({ at, deadlineAt }) => at <= deadlineAt + HOUR_SEC);
      return wasNoticed && early.length > 0 ? [{ row, early }] : [];
    });

    expect(wrong.slice(0, 2)).toEqual([]);
  });

  it('holds no true silence for longer than it lasts, nor than an hour', () => {
    const wrong = all.flatMap((row) => {
      const random = randomOf(row.beginSec);
      const diesAtSec = BEFORE_SEC - 3_600 + random.below(9_000);
      const dying = { ...row, job: { ...row.job, diesAtSec } };
      const [first] = liveThrough(dying).told.filter(({ deadlineAt }) => deadlineAt > diesAtSec);
      const isInTime = first !== undefined && first.at <= latestFor(dying, first);
      return isInTime ? [] : [{ row: dying, first, latest: first && latestFor(dying, first) }];
    });

    expect(wrong.slice(0, 2)).toEqual([]);
  });
});

/** When a dead job is told at the latest: by the first check after its deadline and what of the outage it is held for. */
function latestFor(
  row: OutageRow,
  { deadlineAt, expectedFrom }: { deadlineAt: number; expectedFrom: number },
): number {
  const { beginSec, lengthSec, canaryDeadFromSec, uncheckedSec } = row;
  const isDead = canaryDeadFromSec !== null;
  // Without a canary the path is known by the checks alone.
  const grainSec = isDead ? 2 * TICK_SEC : GRAIN_SEC;
  const isTouched = beginSec - grainSec <= deadlineAt && beginSec + lengthSec + grainSec >= expectedFrom;
  const extendedSec = (isTouched ? lengthSec + 2 * grainSec : 0) + (isDead ? TICK_SEC : 0);
  // A check that comes while the canary is late leaves what is so young to the next one.
  const lateSec = row.jitterSec > 0 ? 90 : 0;
  const told = deadlineAt + Math.min(HOUR_SEC, extendedSec) + lateSec + TICK_SEC;
  const [absentFrom, absentTo] = uncheckedSec ?? [0, 0];
  return told >= absentFrom && deadlineAt < absentTo ? Math.max(told, absentTo + TICK_SEC) : told;
}
