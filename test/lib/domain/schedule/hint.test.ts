import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectedAfterPing } from '../../../../lib/domain/schedule/expected.ts';
import { scheduleHint } from '../../../../lib/domain/schedule/hint.ts';
import { nextRuns } from '../../../../lib/domain/schedule/next-run.ts';

const DAY_MS = 86_400_000;

function at(...instants: string[]): number[] {
  return instants.map((instant) => Date.parse(instant));
}

/** Pings every day at one time of day in UTC. */
function daily(first: string, count: number): number[] {
  return Array.from({ length: count }, (_, day) => Date.parse(first) + day * DAY_MS);
}

it('scheduleHint proposes UTC when the host reads the crontab in UTC', () => {
  const schedule = { cron: '0 2 * * *', tz: 'America/Sao_Paulo' };

  const hint = scheduleHint(schedule, 90, daily('2027-05-01T02:00:04Z', 4), Date.parse('2027-05-04T05:30Z'));

  expect(hint).toEqual({
    kind: 'zone',
    detail:
      'Pings come 3 hours before the schedule as read in America/Sao_Paulo and on time in UTC: the host probably uses that zone.',
    patch: { tz: 'UTC' },
  });
});

it('scheduleHint proposes UTC, not a season, for London in summer', () => {
  const schedule = { cron: '0 2 * * *', tz: 'Europe/London' };

  const hint = scheduleHint(schedule, 90, daily('2027-07-01T02:00:04Z', 3), Date.parse('2027-07-03T12:00Z'));

  expect(hint?.patch).toEqual({ tz: 'UTC' });
});

it('scheduleHint names the zone of the host, and others that fit as well', () => {
  const schedule = { cron: '30 3 * * *', tz: 'UTC' };

  const hint = scheduleHint(schedule, 90, daily('2027-07-01T01:30:10Z', 5), Date.parse('2027-07-05T04:00Z'));

  expect(hint).toEqual({
    kind: 'zone',
    detail:
      'Pings come 2 hours before the schedule as read in UTC and on time in Europe/Berlin (as in Africa/Johannesburg): the host probably uses that zone.',
    patch: { tz: 'Europe/Berlin' },
  });
});

it('scheduleHint tells zones apart by a clock change among the pings', () => {
  const pings = at(
    '2027-03-12T07:00:03Z',
    '2027-03-13T07:00:05Z',
    '2027-03-14T07:00:04Z',
    '2027-03-15T06:00:04Z',
  );

  const hint = scheduleHint({ cron: '0 2 * * *', tz: 'UTC' }, 90, pings, Date.parse('2027-03-15T12:00Z'));

  expect(hint?.detail).toContain(
    '4 hours after the schedule as read in UTC and on time in America/New_York:',
  );
  expect(hint?.patch).toEqual({ tz: 'America/New_York' });
});

it('scheduleHint proposes the fixed zone of a host that does not follow the clock change', () => {
  const schedule = { cron: '0 2 * * *', tz: 'America/New_York' };

  const hint = scheduleHint(schedule, 90, daily('2027-07-01T07:00:03Z', 5), Date.parse('2027-07-05T12:00Z'));

  expect(hint).toEqual({
    kind: 'zone',
    detail:
      'Pings come 1 hour after the schedule as read in America/New_York: the host seems to ignore the clock change and stay on Etc/GMT+5.',
    patch: { tz: 'Etc/GMT+5' },
  });
});

it('scheduleHint sees a half-hour zone in an hourly schedule when UTC explains it', () => {
  const pings = at('2027-07-01T09:00:03Z', '2027-07-01T10:00:03Z', '2027-07-01T11:00:03Z');

  const hint = scheduleHint(
    { cron: '0 * * * *', tz: 'Asia/Kolkata' },
    90,
    pings,
    Date.parse('2027-07-01T12:00Z'),
  );

  expect(hint?.detail).toContain('5 hours 30 minutes after');
  expect(hint?.patch).toEqual({ tz: 'UTC' });
});

it('scheduleHint is null when several offsets explain the pings', () => {
  const pings = at('2027-07-01T09:30:03Z', '2027-07-01T10:30:03Z', '2027-07-01T11:30:03Z');

  expect(
    scheduleHint({ cron: '0 * * * *', tz: 'UTC' }, 90, pings, Date.parse('2027-07-01T12:00Z')),
  ).toBeNull();
});

it('scheduleHint proposes a longer grace to a host whose clock is fast', () => {
  const pings = at(
    '2027-05-01T00:58:10Z',
    '2027-05-02T00:57:55Z',
    '2027-05-03T00:58:20Z',
    '2027-05-04T00:58:00Z',
  );

  const hint = scheduleHint({ cron: '0 1 * * *', tz: 'UTC' }, 90, pings, Date.parse('2027-05-04T02:00Z'));

  expect(hint).toEqual({
    kind: 'early',
    detail:
      "Pings come up to 125 seconds before the scheduled time, earlier than grace_sec 90 allows: the host's clock is probably fast.",
    patch: { grace_sec: 150 },
  });
});

it('scheduleHint is null when a tenth of the gap, not the grace, makes pings early', () => {
  const pings = at(
    '2027-05-01T00:58:30Z',
    '2027-05-01T01:08:30Z',
    '2027-05-01T01:18:30Z',
    '2027-05-01T01:28:30Z',
  );

  expect(
    scheduleHint({ cron: '*/10 * * * *', tz: 'UTC' }, 80, pings, Date.parse('2027-05-01T01:30Z')),
  ).toBeNull();
});

it('scheduleHint allows for the time a job takes when the pings come before the schedule', () => {
  const schedule = { cron: '0 2 * * *', tz: 'America/Sao_Paulo' };
  const pings = at('2027-05-01T02:20:04Z', '2027-05-02T02:22:40Z', '2027-05-03T02:19:10Z');

  expect(scheduleHint(schedule, 1_800, pings, Date.parse('2027-05-03T05:50Z'))?.patch).toEqual({ tz: 'UTC' });
});

it('scheduleHint is null when the pings scatter by more than five minutes', () => {
  const schedule = { cron: '0 2 * * *', tz: 'America/Sao_Paulo' };
  const pings = at('2027-05-01T02:02:00Z', '2027-05-02T02:25:00Z', '2027-05-03T02:11:00Z');

  expect(scheduleHint(schedule, 1_800, pings, Date.parse('2027-05-03T05:50Z'))).toBeNull();
});

it('scheduleHint takes no steady job of an hour and ten minutes for a zone', () => {
  const schedule = { cron: '0 2 * * *', tz: 'America/Sao_Paulo' };

  const hint = scheduleHint(
    schedule,
    1_800,
    daily('2027-05-01T06:10:00Z', 5),
    Date.parse('2027-05-05T12:00Z'),
  );

  expect(hint).toBeNull();
});

it.each([
  ['pings a little late', '0 2 * * *', daily('2027-05-01T02:01:50Z', 4)],
  ['pings on time', '0 2 * * *', daily('2027-05-01T02:00:30Z', 5)],
  ['two pings alone', '0 2 * * *', daily('2027-05-03T05:00:04Z', 2)],
  ['pings that ended weeks ago', '0 2 * * *', daily('2027-04-01T05:00:04Z', 5)],
  ['pings that lie in the future', '0 2 * * *', daily('2027-05-20T05:00:04Z', 5)],
  [
    'pings that skip a run',
    '0 2 * * *',
    at('2027-05-01T05:00:04Z', '2027-05-02T05:00:04Z', '2027-05-04T05:00:04Z'),
  ],
  [
    'pings at no constant offset',
    '0 2 * * *',
    at('2027-05-02T05:00Z', '2027-05-03T05:37Z', '2027-05-04T04:11Z'),
  ],
  ['an offset no zone has', '0 2 * * *', daily('2027-05-01T02:22:04Z', 4)],
  [
    'a job that takes about an hour',
    '0 2 * * *',
    at('2027-05-02T03:02Z', '2027-05-03T03:11Z', '2027-05-04T02:58Z'),
  ],
  ['an expression that is not valid', '@daily', daily('2027-05-01T05:00:04Z', 4)],
])('scheduleHint is null for %s', (_, cron, pings) => {
  expect(scheduleHint({ cron, tz: 'UTC' }, 90, pings, Date.parse('2027-05-05T00:00Z'))).toBeNull();
});

it('scheduleHint takes pings in any order', () => {
  const schedule = { cron: '0 2 * * *', tz: 'America/Sao_Paulo' };
  const pings = daily('2027-05-01T02:00:04Z', 4).toReversed();

  expect(scheduleHint(schedule, 90, pings, Date.parse('2027-05-04T05:30Z'))?.patch).toEqual({ tz: 'UTC' });
});

it('scheduleHint never proposes a patch under which the same pings would have been late', () => {
  const zones = [
    'UTC',
    'America/Sao_Paulo',
    'America/New_York',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
  ];
  const crons = ['0 2 * * *', '30 */6 * * *', '0 9,18 * * 1-5', '15 * * * *', '*/20 * * * *', '0 4 1,15 * *'];
  const found = { hints: 0 };

  fc.assert(
    fc.property(
      fc.constantFrom(...crons),
      fc.constantFrom(...zones),
      fc.constantFrom(...zones),
      fc.integer({ min: Date.parse('2025-01-01T00:00Z'), max: Date.parse('2026-12-01T00:00Z') }),
      fc.array(fc.integer({ min: -200, max: 200 }), { minLength: 3, maxLength: 6 }),
      fc.constantFrom(30, 90, 600),
      (cron, tz, hostTz, startAt, lateSec, graceSec) => {
        const pings = nextRuns({ cron, tz: hostTz }, startAt, lateSec.length).map(
          (runAt, index) => runAt + (lateSec[index] ?? 0) * 1_000,
        );
        const now = (pings.at(-1) ?? 0) + 1_000;
        const hint = scheduleHint({ cron, tz }, graceSec, pings, now);
        fc.pre(hint !== null);
        found.hints += 1;
        const patched = { tz, grace_sec: graceSec, ...hint.patch };
        const ordered = pings
          .filter((pingAt) => pingAt <= now)
          .sort((a, b) => a - b)
          .slice(-5);
        for (const [index, pingAt] of ordered.slice(0, -1).entries()) {
          const expectedAt = expectedAfterPing({ cron, tz: patched.tz }, pingAt, patched.grace_sec);
          expect(ordered[index + 1]).toBeLessThanOrEqual((expectedAt ?? 0) + patched.grace_sec * 1_000);
        }
      },
    ),
    { numRuns: 150, maxSkipsPerRun: 200 },
  );
  expect(found.hints).toBe(150);
});
