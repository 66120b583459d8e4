import { findRhythm } from '../lib/domain/monitors/rhythm/find-rhythm.ts';
import { historyOf } from '../lib/domain/monitors/rhythm/history.ts';
import {
  ALL_FORMS,
  chanceOf,
  CRON_FORMS,
  historyOfForm,
  type Form,
  type Trouble,
} from '../test/support/rhythm/histories.ts';
import { verdictOf, type Verdict } from '../test/support/rhythm/verdict.ts';
import type { Section } from './report.ts';

const RUNS = [5, 10, 20, 50];
const EACH = 60;
const TROUBLES: Trouble[] = ['holidays', 'outage', 'by hand', 'clock change'];
const VERDICTS = ['right', 'named', 'near', 'silent', 'wrong'] as const satisfies Verdict[];

type Counts = Record<Verdict, number> & { cpuMs: number; worstMs: number };

function judged(form: Form, runs: number, trouble: Trouble): Counts {
  const counts: Counts = { right: 0, named: 0, near: 0, silent: 0, wrong: 0, cpuMs: 0, worstMs: 0 };
  for (let seed = 0; seed < EACH; seed++) {
    const made = historyOfForm(form, runs, chanceOf(seed * 7_919 + runs), trouble);
    const history = historyOf(made.events, made.untold, made.now);
    const before = process.cpuUsage();
    const found = findRhythm(history, made.ownerTz === null ? [] : [made.ownerTz]);
    const { user, system } = process.cpuUsage(before);
    counts.cpuMs += (user + system) / 1_000 / EACH;
    counts.worstMs = Math.max(counts.worstMs, (user + system) / 1_000);
    counts[verdictOf(found, made)] += 1;
  }
  return counts;
}

/** In percent of the histories: right (of it named besides, near), silent, wrong. */
function cellOf(counts: Record<Verdict, number>, of: number): string {
  const share = (count: number) => `${Math.round((100 * count) / of)}`;
  return VERDICTS.map((verdict) => share(counts[verdict])).join(' / ');
}

/** What is said of made histories whose truth is known, and how long it takes; a minute or two. */
export async function benchRhythm(): Promise<Section[]> {
  const all = ALL_FORMS.map((form) => ({ form, each: RUNS.map((runs) => judged(form, runs, 'none')) }));
  const note = 'Percent of the histories: right / named besides / near / silent / wrong.';
  return [
    {
      title: `What is proposed of ${EACH} histories of each form, by number of runs`,
      rows: all.map(({ form, each }) => ({
        form,
        ...Object.fromEntries(each.map((counts, place) => [`${RUNS[place]} runs`, cellOf(counts, EACH)])),
      })),
      note,
    },
    {
      title: `The same of disturbed histories of all schedules, ${EACH} of each form`,
      rows: TROUBLES.map((trouble) => ({
        trouble,
        ...Object.fromEntries(
          RUNS.slice(1).map((runs) => {
            const each = CRON_FORMS.map((form) => judged(form, runs, trouble));
            const sum = (verdict: Verdict) => each.reduce((total, counts) => total + counts[verdict], 0);
            const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, sum(verdict)]));
            return [`${runs} runs`, cellOf(counts as Record<Verdict, number>, EACH * CRON_FORMS.length)];
          }),
        ),
      })),
      note,
    },
    {
      title: 'CPU of one search, ms',
      rows: RUNS.map((runs, place) => ({
        runs,
        mean: Number(
          (all.reduce((sum, { each }) => sum + (each[place]?.cpuMs ?? 0), 0) / all.length).toFixed(2),
        ),
        worst: Number(Math.max(...all.map(({ each }) => each[place]?.worstMs ?? 0)).toFixed(1)),
      })),
    },
  ];
}
