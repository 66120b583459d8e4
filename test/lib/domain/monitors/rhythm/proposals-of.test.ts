import { expect, it } from 'vitest';
import type { Monitor } from '../../../../../lib/domain/monitors/monitor.ts';
import type { RhythmEvent } from '../../../../../lib/domain/monitors/rhythm/history.ts';
import { proposalsOf, type Looked } from '../../../../../lib/domain/monitors/rhythm/proposals-of.ts';
import { nextRuns } from '../../../../../lib/domain/schedule/next-run.ts';
import { driftText, proposalText, restsOnText } from '../../../../../lib/render/monitors/proposal-words.ts';
import { monitor, scheduled } from '../../../../support/alerts/monitor-builder.ts';
import { lateUnder, patched } from '../../../../support/rhythm/taken.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BY_KEY = { slug: 'backup', intervalSec: 86_400 };
const DAILY = { cron: '0 3 * * *', tz: 'UTC', intervalSec: 86_400 };

function runs(cron: string, tz: string, from: string, count: number): number[] {
  return nextRuns({ cron, tz }, Date.parse(from), count);
}

/** Between four minutes and nine, always the same for the same run. */
function took(place: number): number {
  return (4 + ((place * 7_919) % 50) / 10) * MINUTE;
}

/** Pings so long after some instants, newest first. */
function pings(at: readonly number[], after: (place: number) => number = took): RhythmEvent[] {
  return at
    .map((each, place) => ({ kind: 'ping' as const, at: each + after(place), rid: null, durationMs: null }))
    .toReversed();
}

function look(of: Monitor, events: RhythmEvent[], given: Partial<Looked> = {}) {
  const now = Math.max(...events.map(({ at }) => at)) + MINUTE;
  const looked = { monitor: of, events, untold: [], ownerTz: null, dismissed: new Set<string>(), ...given };
  return { ...proposalsOf(looked, now), now };
}

const overOctober = runs('30 2 * * 1-5', 'Europe/Berlin', '2026-10-15T00:00:00Z', 14);

it.each([1, 2, 3])('%i runs behind a change of clocks tell the zone that kept its time', (after) => {
  const at = runs('30 2 * * 1-5', 'Europe/Berlin', '2026-10-12T00:00:00Z', 10 + after);

  const { proposals } = look(monitor(BY_KEY), pings(at));

  expect(proposals[0]).toMatchObject({ patch: { cron: '30 2 * * 1-5', tz: 'Europe/Berlin' } });
});

it('a job at 02:30 in Berlin on weekdays is told by two weeks of pings over the change of October', () => {
  const { proposals, learning } = look(monitor(BY_KEY), pings(overOctober));

  expect(learning).toBeNull();
  expect(proposals).toHaveLength(1);
  expect(proposals[0]).toMatchObject({
    kind: 'rhythm',
    patch: { cron: '30 2 * * 1-5', tz: 'Europe/Berlin', grace_sec: 3_600 },
    zone: 'kept_over_clock_change',
    restsOn: { runs: 14 },
  });
  expect(proposals.map(proposalText)).toEqual([
    'It seems to run at 02:30 on Monday to Friday, in Europe/Berlin, where it kept its time over a clock change, and pings 4 min to 8 min 42 s after that; 1 h of grace would cover the latest of 14 runs. It could also be "34 2 * * 1-5".',
  ]);
  expect(proposals.map(({ restsOn }) => restsOnText(restsOn))).toEqual([
    '14 runs from 2026-10-15 to 2026-11-03',
  ]);
});

it('while fewer than five runs were seen it learns and proposes nothing', () => {
  expect(look(monitor(BY_KEY), pings(overOctober.slice(0, 4)))).toMatchObject({
    proposals: [],
    learning: { runs: 4, of: 5 },
  });
});

it('five runs on the days of one week name what no weekend has told', () => {
  const days = runs('30 2 * * 1-5', 'UTC', '2026-06-01T00:00:00Z', 5);

  const [proposal] = look(monitor(BY_KEY), pings(days), { ownerTz: 'Europe/Lisbon' }).proposals;

  expect(proposal?.patch).toMatchObject({ cron: '30 3 * * *', tz: 'Europe/Lisbon' });
  expect(proposal?.alternatives).toContainEqual({
    patch: { cron: '30 3 * * 1-5', tz: 'Europe/Lisbon', grace_sec: 3_600 },
    untold: 'weekend',
  });
  expect(proposal?.alternatives).toContainEqual({
    patch: { cron: '30 2 * * *', tz: 'UTC', grace_sec: 3_600 },
    untold: 'clock_change',
  });
});

it('what was dismissed stays dismissed while runs go on', () => {
  const [first] = look(monitor(BY_KEY), pings(overOctober.slice(0, 9))).proposals;
  const dismissed = new Set([first?.id ?? '']);

  expect(look(monitor(BY_KEY), pings(overOctober.slice(0, 11)), { dismissed }).proposals).toEqual([]);
  expect(look(monitor(BY_KEY), pings(overOctober.slice(0, 11))).proposals).toHaveLength(1);
});

it('a schedule or an interval that fits is left alone', () => {
  const nights = runs('0 3 * * *', 'UTC', '2026-06-01T00:00:00Z', 20);
  const hours = runs('7 * * * *', 'UTC', '2026-06-01T00:00:00Z', 30);

  expect(look(scheduled({ ...DAILY, graceSec: 3_600 }), pings(nights)).proposals).toEqual([]);
  expect(look(monitor({ intervalSec: 4_500 }), pings(hours)).proposals).toEqual([]);
});

it('a grace that is too tight is told with the false alarms that it cost', () => {
  const nights = runs('0 3 * * *', 'UTC', '2026-06-01T00:00:00Z', 20);
  const of = scheduled({ ...DAILY, graceSec: 300 });
  const events = pings(nights);

  const { proposals, now } = look(of, events);

  const [proposal] = proposals;
  expect(proposal).toMatchObject({
    kind: 'grace',
    way: 'tight',
    patch: { grace_sec: 3_600 },
    falseAlarms: 15,
  });
  expect(
    lateUnder(patched(of, proposal?.patch ?? {}), { events, untold: [], now }, { runs: 0, from: 0, to: 0 }),
  ).toEqual([]);
});

it('a grace that is loose is told by how much later a dead job is told', () => {
  const nights = runs('0 3 * * *', 'UTC', '2026-06-01T00:00:00Z', 20);

  expect(look(scheduled({ ...DAILY, graceSec: 86_400 }), pings(nights)).proposals.map(proposalText)).toEqual([
    'Grace of 1 d is loose: the latest of 20 runs came 8 min 42 s after its scheduled time. With 1 h a dead job is reported 23 h sooner (1 d - 1 h).',
  ]);
});

it('a job that moved is told by the runs since, and so is one that runs more often', () => {
  const of = scheduled({ ...DAILY, graceSec: 600 });
  const nights = runs('0 3 * * *', 'UTC', '2026-06-01T00:00:00Z', 20);
  const moved = nights.map((at, place) => (place < 8 ? at : at + 3 * HOUR));

  expect(
    look(
      of,
      pings(moved, (place) => took(place) / 10),
    ).proposals,
  ).toMatchObject([{ kind: 'moved', patch: { cron: '0 6 * * *' }, restsOn: { runs: 10 } }]);
  expect(
    look(
      of,
      pings(runs('0 */6 * * *', 'UTC', '2026-06-01T00:00:00Z', 30), () => 20_000),
    ).proposals,
  ).toMatchObject([{ kind: 'more_often', patch: { cron: '0 */6 * * *' } }]);
});

it('the time-zone doctor is one of the proposals', () => {
  const { proposals } = look(scheduled({ ...DAILY, cron: '30 2 * * 1-5', graceSec: 600 }), pings(overOctober.slice(0, 6), () => 3_000)); // prettier-ignore

  expect(proposals).toMatchObject([{ kind: 'zone', patch: { tz: 'Europe/Berlin' } }]);
});

it('durations make a run limit, and a tight one is loosened', () => {
  const nights = runs('0 3 * * *', 'UTC', '2026-06-01T00:00:00Z', 12);
  const events = pings(nights).map((event, place) => ({ ...event, durationMs: (100 + place) * 1_000 }));
  const of = (maxDurationSec: number | null) => scheduled({ ...DAILY, graceSec: 3_600, maxDurationSec });

  expect(look(of(null), events).proposals).toMatchObject([
    { kind: 'run_limit', patch: { max_duration_sec: 300 }, longestSec: 111 },
  ]);
  expect(look(of(105), events).proposals).toMatchObject([{ kind: 'run_limit', fromSec: 105 }]);
  expect(look(of(600), events).proposals).toEqual([]);
});

it('what came in a pause or an outage of ours is no run of it, and what did not come then is not missed', () => {
  const nights = runs('0 3 * * *', 'UTC', '2026-06-01T00:00:00Z', 16);
  const untold = [{ from: (nights[5] ?? 0) - HOUR, to: (nights[8] ?? 0) + HOUR }];
  const events = pings(nights).filter((_event, place) => ![8, 9].includes(place));

  const [proposal] = look(monitor(BY_KEY), events, { untold }).proposals;

  expect(proposal).toMatchObject({ patch: { cron: '0 3 * * *' }, restsOn: { runs: 12 } });
});

it.each([
  [
    'slower',
    (place: number) => ({ durationMs: place < 20 ? 60_000 + place * 100 : 180_000 }),
    'It is getting slower: its latest runs usually took 3 min, earlier ones 1 min 1 s.',
  ],
  [
    'flaky',
    (place: number) => ({ kind: [24, 27].includes(place) ? ('fail' as const) : ('ping' as const) }),
    'It has started to fail now and then: 2 of the last 20 runs failed.',
  ],
] as const)('a job that drifts is noticed: %s', (what, change, text) => {
  const nights = runs('0 3 * * *', 'UTC', '2026-06-01T00:00:00Z', 30);
  const events = nights
    .map((at, place) => ({ kind: 'ping' as const, at, rid: null, durationMs: null, ...change(place) }))
    .toReversed();

  const { drifts } = look(scheduled({ ...DAILY, graceSec: 3_600, maxDurationSec: 600 }), events);

  expect(drifts.map((drift) => [drift.what, driftText(drift)])).toEqual([[what, text]]);
});

it('a job that runs twice or over itself is noticed', () => {
  const nights = runs('0 3 * * *', 'UTC', '2026-06-01T00:00:00Z', 10);
  const of = scheduled({ ...DAILY, graceSec: 3_600, maxDurationSec: 86_400 });
  const second = pings(nights, (place) => took(place) + 20_000);
  const long = nights.flatMap((at, place) => [
    { kind: 'start' as const, at, rid: `r${place}`, durationMs: null },
    { kind: 'ping' as const, at: at + 25 * HOUR, rid: `r${place}`, durationMs: 25 * HOUR },
  ]);

  expect(look(of, [...pings(nights), ...second]).drifts).toMatchObject([
    { what: 'twice', times: 10, of: 10 },
  ]);
  expect(look(of, long).drifts).toMatchObject([{ what: 'overlaps', times: 9 }]);
});

it('nothing is said of noise, however much of it there is', () => {
  const noise = Array.from(
    { length: 500 },
    (_, place) => Date.UTC(2026, 5, 1) + ((place * 48_271) % 2_147_483) * 3_000,
  );

  const { proposals, drifts } = look(monitor({ intervalSec: 86_400 }), pings(noise.toSorted((a, b) => a - b), () => 0)); // prettier-ignore

  expect(proposals.filter(({ kind }) => kind === 'rhythm')).toEqual([]);
  expect(drifts).toEqual([]);
});
