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

it.each(['every so many hours', 'at some hours'] as const)(
  'of 20 runs nineteen in twenty schedules are found: %s',
  LONG,
  (form) => {
    const made = histories(form, 20, 'none', 200);

    expect(made.filter((each) => found(each) === null).length).toBeLessThanOrEqual(10);
  },
);

it.each([5, 10, 20, 50])('%i runs of a job that waits after each are no schedule', LONG, (runs) => {
  const made = histories('after the last run', runs, 'none', 60);

  expect(made.filter((each) => verdictOf(found(each), each) === 'wrong').length).toBeLessThanOrEqual(1);
});

it('two lines that call one URL are no schedule', LONG, () => {
  const made = [5, 10, 20, 50].flatMap((runs) => histories('two crons', runs, 'none', 60));
  const wrong = made.filter((each) => verdictOf(found(each), each) === 'wrong').length;

  expect(wrong / made.length).toBeLessThanOrEqual(0.01);
});

it('runs that keep two times of day are no wait, however far they scatter', () => {
  const late = [13, 11, 10, 4, 13, 7, 16, 2, 15, 16, 13, 16, 8, 2, 14, 10, 14, 13, 8, 0];
  const at = late.map((minutes, place) => Date.UTC(2026, 3, 15, 6 + 12 * place, 10 + minutes));
  const events = at.map((each) => ({ kind: 'ping' as const, at: each, rid: null, durationMs: null }));

  expect(findRhythm(historyOf(events, [], (at.at(-1) ?? 0) + 60_000), [])?.rhythm.by).not.toBe('interval');
});

it('what comes each so long a little before or after the minute is no list of minutes', () => {
  const beside = [-3, 1, 2, -2, 0, 3, -1, 2, -3, 1, -2, 3, 0, -1, 2, -3, 1, -2, 3, -1];
  const events = beside.flatMap((seconds, place) => {
    const at = Date.UTC(2026, 3, 15, 6, 5 + 10 * place, seconds);
    return [
      { kind: 'start' as const, at, rid: `r${place}`, durationMs: null },
      { kind: 'ping' as const, at: at + 40, rid: `r${place}`, durationMs: 40 },
    ];
  });
  const history = historyOf(events, [], Math.max(...events.map(({ at }) => at)) + 60_000);

  expect(findRhythm(history, [])).toBeNull();
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
