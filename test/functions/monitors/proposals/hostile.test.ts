import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { eventIdOf } from '../../../../lib/data/keys.ts';
import { type MonitorEvent, putEvent } from '../../../../lib/data/monitors/events.ts';
import { getMonitor } from '../../../../lib/data/monitors/monitors.ts';
import type { RhythmEvent } from '../../../../lib/domain/monitors/rhythm/history.ts';
import { proposalsOf } from '../../../../lib/domain/monitors/rhythm/proposals-of.ts';
import { proposalsBeside } from '../../../../lib/flows/monitors/proposals.ts';
import type { Log } from '../../../../lib/runtime/report/log.ts';
import { monitor } from '../../../support/alerts/monitor-builder.ts';
import { NIGHTLY, pingBySchedule } from '../../../support/service/pinged-by-schedule.ts';
import { startTestService } from '../../../support/service/service.ts';
import { rounds } from '../../../support/thorough.ts';

const NOW = Date.UTC(2027, 2, 30);
const KINDS = ['ping', 'start', 'fail', 'log'] as const;

/** Always the same numbers between 0 and 1 that look like chance. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}
const eventsOf = (at: (place: number, random: () => number) => number): RhythmEvent[] => {
  const numbers = chance(7);
  const random = () => numbers.next().value;
  return Array.from({ length: 500 }, (_, place) => ({
    kind: KINDS[place % KINDS.length] ?? 'ping',
    at: at(place, random),
    rid: place % 3 === 0 ? `r${place}` : null,
    durationMs: place % 5 === 0 ? Math.floor(random() * 1e12) : null,
  }));
};
const HISTORIES = {
  'of any times': eventsOf((_, random) => Math.floor(random() * NOW)),
  'of the last days at any time': eventsOf((_, random) => NOW - Math.floor(random() * 90 * 86_400_000)),
  'of one millisecond': eventsOf(() => NOW - 5),
  'of one second each': eventsOf((place) => NOW - place * 1_000),
  'of the first of all times and of those to come': eventsOf((place) => (place % 2 === 0 ? 0 : 2 * NOW)),
  'of the ends of all time': eventsOf((place) => (place % 2 === 0 ? -8.64e15 : 8.64e15) + (place % 3) * 1e6),
  'of the first time there is': eventsOf((place) => -8.64e15 + place * 1_000),
  'of runs longer than all time': eventsOf((place) => NOW - place * 86_400_000).map((event) => ({
    ...event,
    durationMs: 8.64e15,
  })),
  'of two jobs at one URL': eventsOf(
    (place) => NOW - Math.floor(place / 2) * 86_400_000 - (place % 2) * 7_777_777,
  ),
  'of every minute of a day': eventsOf((place) => NOW - place * 173_000),
};

it.each(Object.entries(HISTORIES))('a history %s costs no more than a moment', (_name, events) => {
  for (const given of [monitor(), monitor({ cron: '*/7 3-9 * 2 1-5', tz: 'Europe/Berlin', graceSec: 60 })]) {
    const look = () =>
      proposalsOf(
        { monitor: given, events, untold: [], ownerTz: 'America/Sao_Paulo', dismissed: new Set() },
        NOW,
      );
    look();
    const times = [1, 2, 3].map(() => {
      const from = performance.now();
      look();
      return performance.now() - from;
    });
    expect(Math.min(...times)).toBeLessThan(500);
  }
});

const MANY = rounds(25, 100);

it(`${MANY} monitors of one owner are looked at in one check`, async () => {
  await using service = await startTestService({ billingMode: 'dev' });
  const alice = await service.guest();
  const ids: string[] = [];
  for (let count = 0; count < MANY; count++)
    ids.push((await alice.createMonitor({ interval_sec: 172_800 }))['id']);
  let checkMs = 0;
  for (let night = 0; night < 9; night++) {
    await pingBySchedule(service, `/in/${ids[0]}`, NIGHTLY, 1);
    await Promise.all(ids.slice(1).map((id) => service.ping(id)));
    service.clock.advance(6 * 3_600);
    const from = performance.now();
    await service.check();
    checkMs = performance.now() - from;
  }

  expect(checkMs).toBeLessThan(150 * MANY);
  const noted = await Promise.all(ids.map((id) => getMonitor(service.core.table, id)));
  expect(noted.filter((each) => each?.proposed?.kind === 'rhythm')).toHaveLength(MANY);
  expect(service.logged).toEqual([]);
});

it('a history of which nothing can be made is told, and nothing is proposed', () => {
  const told: string[] = [];
  const log = { error: (event: string) => void told.push(event) } as unknown as Log;
  const given = monitor({ dismissed: 5 as unknown as string[] });
  const read = { events: HISTORIES['of one second each'] as MonitorEvent[], windows: [], owner: undefined };

  expect(proposalsBeside({ log, now: NOW }, given, read)).toEqual({
    proposals: [],
    drifts: [],
    learning: null,
  });
  expect(told).toEqual(['record_unreadable']);
});

it('events of no time keep nobody from the monitor', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ interval_sec: 172_800 });
  await pingBySchedule(service, `/in/${id}`, NIGHTLY, 6);
  for (const place of Array.from({ length: 40 }, (_, each) => each)) {
    const event = { id: eventIdOf(service.core.clock.now() - place, "x"), at: -8.64e15 + place, kind: 'ping', rid: 'r', durationMs: null, exitCode: null, status: null, latencyMs: null, source: 'get', hasOutput: false } as const; // prettier-ignore
    await putEvent(service.core.table, id, event);
  }

  expect(await alice.read(id)).toMatchObject({ id, state: 'ok', proposal: { kind: 'rhythm' } });
  expect(service.logged).toEqual([]);
});
