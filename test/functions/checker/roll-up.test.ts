import { describe, expect, it } from 'vitest';
import { onTimeChecks } from '../../../lib/data/monitors/check-punctuality.ts';
import { readDayCounts } from '../../../lib/data/statistics/day-counts.ts';
import { PARTITIONS } from '../../../lib/data/partitions.ts';
import { dayOf } from '../../../lib/domain/calendar.ts';
import { checkWith } from '../../support/alerts/check-with.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { refusal, type TableRequest } from '../../support/table/table-proxy.ts';

const HOUR_SEC = 3_600;
const DAY_SEC = 24 * HOUR_SEC;
const FIRST = '2027-03-01';

const service = fresh(startTestService);
const alice = fresh(() => service.guest());

const create = async (intervalSec: number): Promise<string> =>
  (await alice.createMonitor({ interval_sec: intervalSec }))['id'];
const ping = (id: string, path = '') => service.call('POST', `/in/${id}${path}`);
const counted = async (day = FIRST) => (await readDayCounts(service.core.table, day, day))[0]?.counts;

describe('the pings of a day', () => {
  it('are counted once, when it is over, of every monitor that was pinged', async () => {
    const [hourly = '', other = '', failing = ''] = await Promise.all(
      [HOUR_SEC, 3 * HOUR_SEC, 4 * HOUR_SEC].map(create),
    );
    await create(HOUR_SEC);
    for (const path of ['/start', '', '']) await ping(hourly, path);
    await ping(other);
    for (const path of ['', '/fail', '/fail']) await ping(failing, path);
    service.clock.advance(2 * HOUR_SEC);
    await service.check();
    expect(await counted()).not.toHaveProperty('pings');

    service.clock.advance(18 * HOUR_SEC);
    await ping(other);
    await service.check();
    await service.check();
    service.clock.advance(HOUR_SEC);
    await service.check();

    expect(await counted()).toMatchObject({ pings: 7, monitors: 3 });
    for (const sec of [DAY_SEC, HOUR_SEC]) {
      service.clock.advance(sec);
      await service.check();
    }
    expect(await counted('2027-03-02')).toMatchObject({ pings: 1, monitors: 1 });
    expect(await counted()).toMatchObject({ pings: 7, monitors: 3 });
  });

  it('wait for the next look where it could not be noted that they are counted', async () => {
    await ping(await create(HOUR_SEC));
    service.clock.advance(2 * HOUR_SEC);
    await service.check();
    service.clock.advance(18 * HOUR_SEC);

    const isNote = ({ input }: TableRequest) => String(input['UpdateExpression']).includes('rolledUpTo');
    await checkWith(service, async (each) =>
      isNote(each) ? refusal('AccessDeniedException') : each.forward(),
    );
    expect(await counted()).not.toHaveProperty('pings');

    service.clock.advance(HOUR_SEC);
    await service.check();
    expect(await counted()).toMatchObject({ pings: 1, monitors: 1 });
  });

  it('are lost rather than counted twice where they could not be added', async () => {
    await ping(await create(HOUR_SEC));
    service.clock.advance(2 * HOUR_SEC);
    await service.check();
    service.clock.advance(18 * HOUR_SEC);

    const isCount = ({ input }: TableRequest) => String(input['Key']?.pk?.S).startsWith(PARTITIONS.counts);
    await checkWith(service, async (each) =>
      isCount(each) ? refusal('AccessDeniedException') : each.forward(),
    );
    service.clock.advance(HOUR_SEC);
    await service.check();

    expect(service.logged).toContain('roll_up_failed');
    expect(await counted()).not.toHaveProperty('pings');
  });
});

describe('a monitor that is paused', () => {
  it('shows its days as they end, those before the pause and those within it', async () => {
    const id = await create(7 * DAY_SEC);
    const run = async (sec: number) => {
      await ping(id, '/start');
      service.clock.advance(sec);
      await ping(id);
    };
    const days = async () => (await alice.call('GET', `/api/endpoints/${id}/stats`)).json['days'];
    await run(60);
    const until = new Date(service.clock.now() + 20 * DAY_SEC * 1000).toISOString();
    expect((await alice.patch(id, { paused_until: until })).status).toBe(200);
    await service.check();

    for (const sec of [120, 180]) {
      service.clock.advance(DAY_SEC);
      await service.check();
      await run(sec);
    }
    service.clock.advance(DAY_SEC);
    await service.check();

    expect(await days()).toMatchObject([
      { day: FIRST, runs: 1, max_ms: 60_000 },
      { day: '2027-03-02', runs: 1, max_ms: 120_000 },
      { day: '2027-03-03', runs: 1, max_ms: 180_000 },
    ]);
    expect(await counted('2027-03-02')).toMatchObject({ monitors: 1 });
    expect((await alice.read(id))['state']).toBe('paused');
  });
});

it('checks in time are counted once in five minutes, and forgotten after some days', async () => {
  const days = async () =>
    Object.fromEntries((await onTimeChecks(service.core.table)).map(({ day, checks }) => [day, checks]));
  for (const sec of [1, 60, 300, 10, 301]) {
    service.clock.advance(sec);
    await service.check();
  }
  expect(await days()).toEqual({ [FIRST]: 3 });

  await checkWith(service, async (each) =>
    each.operation === 'Query' ? refusal('AccessDeniedException') : each.forward(),
  );
  expect(await days()).toEqual({ [FIRST]: 3 });

  for (let day = 0; day < 3; day++) {
    service.clock.advance(DAY_SEC);
    await service.check();
  }
  expect(await days()).toEqual({ '2027-03-02': 1, '2027-03-03': 1, '2027-03-04': 1 });
  expect(dayOf(service.clock.now())).toBe('2027-03-04');
});
