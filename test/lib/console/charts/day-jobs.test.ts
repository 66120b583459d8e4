import { expect, it } from 'vitest';
import { atWork, jobsOf, jobsToCome, lanesOf } from '../../../../lib/console/charts/day-jobs.ts';
import { dayWords, denseWords, hourOf, spanWords, timeIn } from '../../../../lib/console/charts/day-words.ts';
import { dayIn } from '../../../../lib/domain/monitors/day/planned.ts';

const DAY = dayIn('UTC', '2027-03-02');
const iso = (time: string) => `2027-03-02T${time}:00.000Z`;
const at = (time: string) => Date.parse(iso(time));
const time = timeIn('UTC');
type Entry = Parameters<typeof jobsOf>[0][number];

const entry = (name: string, given: Partial<Entry> = {}): Entry => ({
  endpoint_id: name,
  name,
  tags: [],
  in_words: 'at 02:00',
  usual_ms: null,
  usual_from: null,
  planned: [],
  bands: [],
  runs: [],
  more_runs: false,
  ...given,
});
const ran = (
  from: string | null,
  to: string | null,
  planned: string | null = null,
  outcome: Entry['runs'][number]['outcome'] = 'success',
) => ({
  outcome,
  started_at: from && iso(from),
  ended_at: to && iso(to),
  planned_at: planned && iso(planned),
});

const BACKUP = entry('backup', {
  usual_ms: 41 * 60_000,
  planned: [
    { at: iso('02:00'), state: 'success' },
    { at: iso('14:00'), state: 'coming' },
  ],
  runs: [ran('02:00', '02:41', '02:00')],
});
const MAIL = entry('mail', {
  planned: [
    { at: iso('02:10'), state: 'fail' },
    { at: iso('03:00'), state: 'no_run' },
  ],
  runs: [ran(null, '02:15', '02:10', 'fail')],
});
const DRAIN = entry('drain', {
  bands: [{ from: iso('00:00'), to: iso('23:55'), runs: 288, every_sec: 300 }],
  runs: [ran(null, '02:20', null, 'fail')],
});
const jobs = jobsOf([DRAIN, MAIL, BACKUP, entry('idle')], at('12:00'));

const emptyJob = { name: 'drain', path: null, when: '', spans: [], bands: [] };
const said = (from: string, to: string) =>
  hourOf(jobs, { from: at(from), to: at(to) }).spans.map(
    (span) => `${span.job.name} ${spanWords(span, time)}`,
  );

it('what runs at an hour is said with its times: what ran once, what is planned by how long it takes', () => {
  expect(said('02:00', '03:00')).toEqual([
    'backup 02:00–02:41',
    'mail 02:10–02:15, failed',
    'drain 02:20, failed',
  ]);
  expect(said('03:00', '04:00')).toEqual(['mail 03:00, did not run']);
  expect(said('14:00', '15:00')).toEqual(['backup 14:00–14:41, planned']);
});

it('counts what overlaps, without what did not run and what runs every few minutes', () => {
  expect(hourOf(jobs, { from: at('02:00'), to: at('02:20') })).toMatchObject({ count: 2, overlap: 2 });
  expect(atWork(jobs).some(({ kind }) => kind === 'no_run')).toBe(false);
  expect(dayWords(jobs, DAY, time)).toBe(
    'Busiest at 02:10: 2 at once, until 02:15. Longest gap: 02:41–14:00, 11 h 19 min.',
  );
});

it('has lanes in the order of the day, those of every few minutes together, and tells how many have none', () => {
  const { timed, dense, without } = lanesOf(jobs);
  expect([timed, dense].map((some) => some.map(({ name }) => name))).toEqual([['backup', 'mail'], ['drain']]);
  expect(without).toBe(1);
});

it('says when a job runs every few minutes, in short where that is often', () => {
  const band = (from: string, to: string, runs = 12) => ({ from: at(from), to: at(to), runs, everySec: 300 });
  const said = (...bands: ReturnType<typeof band>[]) => denseWords({ ...emptyJob, bands }, time);

  expect(said(band('00:00', '00:55'), band('12:30', '12:30', 1))).toBe(
    'drain every 5 min from 00:00 to 00:55, at 12:30',
  );
  const four = ['01', '04', '07', '20'].map((hour) => band(`${hour}:00`, `${hour}:55`));
  expect(said(...four)).toBe('drain now and then from 01:00 to 20:55');
});

it('a run without an end is at work until now', () => {
  const [job] = jobsOf([entry('long', { runs: [ran('11:00', null, null, 'running')] })], at('12:00'));
  expect(job?.spans).toMatchObject([{ kind: 'running', from: at('11:00'), to: at('12:00') }]);
});

it('shows jobs that are not watched yet by their schedules, each in its zone', () => {
  const lines = [
    { name: 'a', cron: '0 2 * * *', tz: null },
    { name: 'b', cron: '0 3 * * *', tz: 'Europe/Berlin' },
    { name: 'c', cron: '* * * * *', tz: null },
    { name: 'd', cron: '0 2 * * 0', tz: null },
  ];
  const night = jobsToCome(lines, DAY);
  expect(dayWords(night, DAY, time)).toBe('Busiest at 02:00: 2 at once. Longest gap: 02:00–00:00, 22 h.');
  expect(lanesOf(night)).toMatchObject({
    timed: [{ name: 'a' }, { name: 'b' }],
    dense: [{ name: 'c' }],
    without: 1,
  });
  expect(dayWords([], DAY, time)).toBe('Nothing is planned at a time of this day.');
});
