import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRuns } from '../../../../lib/domain/schedule/next-run.ts';
import { schedulePreview } from '../../../../lib/domain/schedule/preview.ts';
import { arbitraryCron } from './arbitrary-cron.ts';

const at = (iso: string) => Date.parse(iso);
const previewed = (cron: string, tz: string, now: string, graceSec = 90) =>
  schedulePreview({ cron, tz, graceSec, intervalSec: 0 }, at(now));
const kindsOf = (...args: Parameters<typeof previewed>) =>
  previewed(...args).warnings.map(({ kind }) => kind);
/** The runs that a clock change meets, in UTC, and how. */
const changes = (cron: string, tz: string, now: string) =>
  previewed(cron, tz, now).runs.flatMap(({ at, clockChange }) =>
    clockChange === null ? [] : [[new Date(at).toISOString().slice(0, 16), clockChange]],
  );

describe('the runs of a preview', () => {
  it('are the next ten of the schedule, each with its deadline', () => {
    const now = at('2027-03-01T12:00:00Z');

    const { runs } = previewed('0 3 * * *', 'America/Sao_Paulo', '2027-03-01T12:00:00Z', 600);

    expect(runs.map((run) => run.at)).toEqual(
      nextRuns({ cron: '0 3 * * *', tz: 'America/Sao_Paulo' }, now, 10),
    );
    expect(runs.map((run) => run.deadlineAt - run.at)).toEqual(Array(10).fill(600_000));
    expect(new Set(runs.map((run) => run.offsetMs))).toEqual(new Set([-3 * 3_600_000]));
  });

  it('are the last moments of ten pings in a row without a schedule', () => {
    const now = at('2027-03-01T12:00:00Z');

    const { runs, warnings } = schedulePreview(
      { cron: null, tz: null, graceSec: null, intervalSec: 300 },
      now,
    );

    expect(runs.map((run) => run.at)).toEqual(
      Array.from({ length: 10 }, (_, index) => now + (index + 1) * 300_000),
    );
    expect(runs.every((run) => run.deadlineAt === run.at)).toBe(true);
    expect(warnings).toEqual([]);
  });
});

describe('a clock change', () => {
  it.each([
    ['30 2 * * *', 'Europe/Berlin', '2027-03-26T12:00Z', [['2027-03-28T01:00', 'skipped']]],
    ['0 9 * * *', 'Europe/Berlin', '2027-03-26T12:00Z', [['2027-03-28T07:00', 'shifted']]],
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2027-10-29T12:00Z',
      [
        ['2027-10-31T00:30', 'repeated'],
        ['2027-11-01T01:30', 'shifted'],
      ],
    ],
    ['0 3 * * *', 'Europe/Berlin', '2027-10-29T12:00Z', [['2027-10-31T02:00', 'shifted']]],
    // With a star in the hour field both showings run, so none is told apart; the first of the second showing is shifted.
    ['30 * * * *', 'Europe/Berlin', '2027-10-30T22:00Z', [['2027-10-31T01:30', 'shifted']]],
    ['15 * * * *', 'Australia/Lord_Howe', '2027-04-03T12:00Z', [['2027-04-03T15:45', 'shifted']]],
    [
      '45 1 * * *',
      'Australia/Lord_Howe',
      '2027-04-02T12:00Z',
      [
        ['2027-04-03T14:45', 'repeated'],
        ['2027-04-04T15:15', 'shifted'],
      ],
    ],
    ['0 3 * * *', 'UTC', '2027-03-26T12:00Z', []],
    ['0 3 * * *', 'Asia/Kolkata', '2027-03-26T12:00Z', []],
  ])('meets the runs of %s in %s after %s at %j', (cron, tz, now, expected) => {
    expect(changes(cron, tz, now)).toEqual(expected);
    expect(kindsOf(cron, tz, now).filter((kind) => kind === 'clock_change')).toHaveLength(expected.length);
  });
});

describe('warnings', () => {
  it.each([
    ['*/5 * * * *', 299, false],
    ['*/5 * * * *', 300, true],
    ['*/5 * * * *', 600, true],
    // The shortest gap counts: ten minutes between these two, nearly a day after them.
    ['0,10 3 * * *', 599, false],
    ['0,10 3 * * *', 700, true],
    ['0 3 * * *', 86_399, false],
    ['0 3 * * *', 86_400, true],
  ])('tell of %s with a grace of %d s: %s', (cron, graceSec, warned) => {
    const kinds = kindsOf(cron, 'UTC', '2027-03-01T12:00Z', graceSec);

    expect(kinds.includes('grace_longer_than_gap')).toBe(warned);
  });

  it.each([
    ['0 0 13 * 5', 'or'],
    ['0 0 1-31 * 1-5', 'or'],
    ['0 0 */3 * 1', 'and'],
    ['0 0 1 * */2', 'and'],
    ['0 0 * * 1', null],
    ['0 0 13 * *', null],
    ['0 0 */1 * 1-5', null],
  ])('say of %s how its day fields are joined: %s', (cron, joinedBy) => {
    const { warnings } = previewed(cron, 'UTC', '2027-03-01T12:00Z');
    const found = warnings.find((warning) => warning.kind === 'both_day_fields');

    expect(found?.joinedBy ?? null).toBe(joinedBy);
  });

  it('tell where the list ends because no run is within reach', () => {
    const { runs, warnings } = previewed('0 0 29 2 *', 'UTC', '2027-03-01T12:00Z');

    expect(runs.map((run) => new Date(run.at).toISOString())).toEqual(['2028-02-29T00:00:00.000Z']);
    expect(warnings).toEqual([{ kind: 'few_runs', count: 1 }]);
  });
});

it('tells of a grace exactly when a ping of one run would be in time for the run before it', () => {
  fc.assert(
    fc.property(arbitraryCron(), fc.integer({ min: 30, max: 86_400 }), ({ cron }, graceSec) => {
      const { runs, warnings } = previewed(cron, 'Europe/Berlin', '2027-03-20T12:00Z', graceSec);

      const hides = runs.some((run, index) => index > 0 && run.at <= (runs[index - 1]?.deadlineAt ?? 0));

      expect(warnings.some(({ kind }) => kind === 'grace_longer_than_gap')).toBe(hides);
    }),
  );
});
