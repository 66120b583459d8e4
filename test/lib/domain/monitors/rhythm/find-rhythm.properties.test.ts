import { expect, it } from 'vitest';
import { findRhythm } from '../../../../../lib/domain/monitors/rhythm/find-rhythm.ts';
import { historyOf } from '../../../../../lib/domain/monitors/rhythm/history.ts';
import { monitor } from '../../../../support/alerts/monitor-builder.ts';
import {
  ALL_FORMS,
  chanceOf,
  CRON_FORMS,
  historyOfForm,
  type Form,
  type Made,
  type Trouble,
} from '../../../../support/rhythm/histories.ts';
import { lateUnder, patched } from '../../../../support/rhythm/taken.ts';
import { verdictOf } from '../../../../support/rhythm/verdict.ts';
import { rounds } from '../../../../support/thorough.ts';

const TROUBLES: Trouble[] = ['none', 'holidays', 'outage', 'by hand', 'clock change'];

/** Thorough rounds are some seconds of CPU, more on a busy machine. */
const LONG = { timeout: 180_000 };

function found({ events, untold, now, ownerTz }: Made) {
  return findRhythm(historyOf(events, untold, now), ownerTz === null ? [] : [ownerTz]);
}

function histories(form: Form, runs: number, trouble: Trouble, count: number): Made[] {
  return Array.from({ length: count }, (_, seed) =>
    historyOfForm(form, runs, chanceOf(1_000 * seed + runs), trouble),
  );
}

it.each(TROUBLES)(
  'a rhythm that is taken makes the past of its job late once at most: %s',
  LONG,
  (trouble) => {
    let taken = 0;
    for (const form of ALL_FORMS)
      for (const runs of rounds(0, 1) === 0 ? [8, 20] : [6, 10, 20, 50])
        for (const made of histories(form, runs, trouble, rounds(1, 10))) {
          const rhythm = found(made);
          if (rhythm === null) continue;
          taken += 1;
          const patch =
            rhythm.rhythm.by === 'interval'
              ? { interval_sec: rhythm.rhythm.intervalSec }
              : { ...rhythm.rhythm.schedule, grace_sec: rhythm.rhythm.graceSec };
          const late = lateUnder(patched(monitor({ lastEventAt: null }), patch), made, rhythm.restsOn);
          expect(late.length, `${form}, ${runs} runs: ${JSON.stringify(made.truth)} as ${JSON.stringify(patch)}`).toBeLessThanOrEqual(1); // prettier-ignore
        }
    expect(taken).toBeGreaterThan(5);
  },
);

it.each(TROUBLES)(
  'of 20 runs nineteen in twenty schedules are found, and none is wrong: %s',
  LONG,
  (trouble) => {
    const verdicts = CRON_FORMS.flatMap((form) =>
      histories(form, 20, trouble, rounds(2, 30)).map((made) => ({
        form,
        made,
        verdict: verdictOf(found(made), made),
      })),
    );
    const wrong = verdicts.filter(({ verdict }) => verdict === 'wrong');
    const silent = verdicts.filter(({ verdict }) => verdict === 'silent');

    expect(wrong.length / verdicts.length, JSON.stringify(wrong.map(({ form, made }) => [form, made.truth]))).toBeLessThanOrEqual(0.01); // prettier-ignore
    // A run by hand in twenty, and one that is missing, leave less to go by.
    const silentMax = trouble === 'none' || trouble === 'clock change' ? 0.05 : 0.1;
    expect(silent.length / verdicts.length, JSON.stringify(silent.map(({ form }) => form))).toBeLessThanOrEqual(silentMax); // prettier-ignore
  },
);

it('what no one cron says is left alone: the last day of a month', () => {
  const verdicts = [5, 20, 50].flatMap((runs) =>
    histories('last day of the month', runs, 'none', rounds(3, 60)).map((made) =>
      verdictOf(found(made), made),
    ),
  );

  expect(new Set(verdicts)).toEqual(new Set(['silent']));
});

it('five runs of a job that waits after each are no schedule', () => {
  const made = histories('after the last run', 5, 'none', rounds(20, 60));

  expect(made.filter((each) => verdictOf(found(each), each) === 'wrong').length).toBeLessThanOrEqual(3);
});

it('two lines that call one URL are no schedule', () => {
  const made = [5, 10, 20].flatMap((runs) => histories('two crons', runs, 'none', rounds(30, 60)));
  const wrong = made.filter((each) => verdictOf(found(each), each) === 'wrong').length;

  expect(wrong / made.length).toBeLessThanOrEqual(0.03);
});

it('each day is not said before the other day of a weekend was seen', () => {
  const from = (day: number) => {
    const at = Array.from({ length: 5 }, (_, place) => Date.UTC(2026, 5, day + place, 3, 0, 7 + ((place * 5) % 9))); // prettier-ignore
    const events = at.map((each) => ({ kind: 'ping' as const, at: each, rid: null, durationMs: null }));
    return findRhythm(historyOf(events.toReversed(), [], (at.at(-1) ?? 0) + 60_000), ['UTC']);
  };

  expect(from(2)).toBeNull();
  expect(from(4)?.rhythm).toMatchObject({ schedule: { cron: '0 3 * * *' } });
});

it('what wanders, and what has not shown its hours, is not called a schedule', () => {
  const drifting = Array.from({ length: 24 }, (_, place) => Date.UTC(2026, 5, 1, 8) + place * 3_612_000);
  const atWork = Array.from({ length: 9 }, (_, place) => Date.UTC(2026, 5, 1, 9 + place));
  const saidOf = (at: number[]) =>
    findRhythm(
      historyOf(
        at.map((each) => ({ kind: 'ping', at: each, rid: null, durationMs: null })),
        [],
        (at.at(-1) ?? 0) + 60_000,
      ),
      [],
    )?.rhythm.by ?? 'nothing';

  expect(saidOf(drifting)).not.toBe('schedule');
  expect(saidOf(atWork)).toBe('nothing');
});
