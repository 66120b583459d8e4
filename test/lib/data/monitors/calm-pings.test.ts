import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventIdOf, monitorKey } from '../../../../lib/data/keys.ts';
import { CALM_NAMES, recordCalmPing, itemBytes } from '../../../../lib/data/monitors/calm-pings.ts';
import type { MonitorEvent } from '../../../../lib/data/monitors/events.ts';
import {
  getMonitor,
  noteRolledUp,
  recordHealthyPing,
  replaceMonitor,
} from '../../../../lib/data/monitors/monitors.ts';
import { pingEntryOf } from '../../../../lib/data/monitors/ping-entries.ts';
import { entriesUntil, putPingBlock } from '../../../../lib/data/monitors/ping-blocks.ts';
import type { Item } from '../../../../lib/data/table.ts';
import { watchCapacity, type TableCall } from '../../../support/table/capacity.ts';
import { startTestService, type Person, type TestService } from '../../../support/service/service.ts';
import { describeThorough, itThorough } from '../../../support/thorough.ts';

let service: TestService;
let alice: Person;
let calls: TableCall[];
let id: string;

beforeAll(async () => {
  service = await startTestService();
  calls = watchCapacity(service);
});
beforeEach(async () => {
  alice = await service.guest();
  id = (await alice.createMonitor({ interval_sec: 3_600, tags: 'shop', alert_to: 'a@example.com' }))['id'];
  await ping();
});
afterAll(() => service.stop());

const PLAIN: Omit<MonitorEvent, 'id' | 'at'> = {
  kind: 'ping',
  rid: null,
  durationMs: null,
  exitCode: null,
  status: null,
  latencyMs: null,
  source: 'get',
  hasOutput: false,
};

const Key = () => ({ ...monitorKey(id) });
const names = () => calls.map(({ command }) => command);

async function ping(rest = ''): Promise<void> {
  service.clock.advance(60);
  calls.length = 0;
  expect((await service.call('GET', `/in/${id}${rest}`)).status).toBe(200);
}

async function stored(): Promise<Item> {
  const { table } = service.core;
  const { Item: item } = await table.client.send(new GetCommand({ TableName: table.name, Key: Key() }));
  return item ?? expect.fail('There is no monitor.');
}

async function put(change: Item): Promise<void> {
  const { table } = service.core;
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { ...(await stored()), ...change } }),
  );
}

const eventsOf = async () =>
  (await alice.call('GET', `/api/endpoints/${id}/events?limit=500`)).json['events'];

describe('a monitor as an earlier release left it', () => {
  it('is decided once, and then as quick as any', async () => {
    const { table } = service.core;
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: Key(),
        UpdateExpression: `REMOVE recent, ${CALM_NAMES.join(', ')}`,
      }),
    );

    await ping();
    expect(names()).toEqual(['UpdateItem', 'UpdateItem']);
    await ping();
    expect(names()).toEqual(['UpdateItem']);
    expect(await eventsOf()).toHaveLength(2);
  });

  it('is not calm by what that release carried on without knowing it', async () => {
    const { rev } = await stored();
    await put({ rev: Number(rev) + 1, failing: true, pending: [{ kind: 'fail', at: service.clock.now() }] });

    await ping();

    expect(await getMonitor(service.core.table, id)).toMatchObject({
      failing: false,
      pending: [{ kind: 'fail' }, { kind: 'recovery' }],
    });
  });
});

describe('the one call of a ping', () => {
  it.each([
    ['?status=7', { lastStatus: 7, lastLatencyMs: null }],
    ['?latency_ms=8', { lastStatus: null, lastLatencyMs: 8 }],
    ['', { lastStatus: null, lastLatencyMs: null }],
  ])('leaves what it reports, and nothing of the one before: %s', async (rest, reported) => {
    await ping('?status=200&latency_ms=35');

    await ping(rest);

    expect(names()).toEqual(['UpdateItem']);
    expect(await getMonitor(service.core.table, id)).toMatchObject(reported);
  });

  it.each([0, -1, -30_000])(
    'is refused where a success is there already that came later: %d ms',
    async (ms) => {
      await ping();
      const before = await stored();
      const at = Number(before['lastEventAt']) + ms;
      const entry = pingEntryOf({ ...PLAIN, at, id: eventIdOf(at, '4f7z0q8c1v') }) ?? expect.fail();

      const late = recordCalmPing(service.core.table, { id }, { at, entry, status: 7, latencyMs: 8 }, false);

      await expect(late).rejects.toMatchObject({ name: 'WriteConflict', current: before });
      expect(await stored()).toEqual(before);
    },
  );
});

describe('a ping that was decided', () => {
  it('is decided anew where its event would be lost, since a later success was written first', async () => {
    const { table } = service.core;
    const before = (await getMonitor(table, id)) ?? expect.fail();
    await ping();
    const newest = await stored();
    const recent = [...before.recent, 'm6a7imo0G4f7z0q8c1v'];

    const late = recordHealthyPing(table, before, {
      ...before,
      recent,
      lastEventAt: Number(before.lastEventAt) + 1,
    });

    await expect(late).rejects.toMatchObject({ name: 'WriteConflict', current: newest });
    expect(await stored()).toEqual(newest);
  });
});

describe('a roll-up', () => {
  it('renews the figures of a calm monitor, which a release before may have left of another interval', async () => {
    const { table } = service.core;
    const { rev, lastEventAt, toleranceMs } = await stored();
    expect(toleranceMs).toBe(3_600_000);
    await put({ rev: Number(rev) + 1, intervalSec: 300, dueAt: Number(lastEventAt) + 300_001 });
    const seen = (await getMonitor(table, id)) ?? expect.fail();

    expect(await noteRolledUp(table, seen, { to: '2027-02-28' })).toBe(true);

    expect(await stored()).toMatchObject({ toleranceMs: 300_000, lateAt: Number(lastEventAt) + 300_000 });
    await ping();
    expect(names()).toEqual(['UpdateItem']);
  });

  it('counts the deadline from a success that came since it read the monitor', async () => {
    const { table } = service.core;
    const seen = (await getMonitor(table, id)) ?? expect.fail();
    await ping();
    const { lateAt, listMax } = await stored();

    expect(await noteRolledUp(table, seen, { to: '2027-02-28' })).toBe(true);

    expect(await stored()).toMatchObject({ lateAt, listMax });
    expect(await eventsOf()).toHaveLength(2);
  });

  it('makes no monitor calm that is not', async () => {
    const { table } = service.core;
    await service.call('GET', `/in/${id}/fail`);
    const seen = (await getMonitor(table, id)) ?? expect.fail();

    expect(await noteRolledUp(table, seen, { to: '2027-02-28' })).toBe(true);
    await ping();

    expect(await getMonitor(table, id)).toMatchObject({ pending: [{ kind: 'fail' }, { kind: 'recovery' }] });
  });
});

describe('the list of a monitor', () => {
  it.each(['', '?status=-2147483647&latency_ms=2147483647'])(
    'never makes its item cost a unit more, whatever the next ping reports and once its day is rolled up: %s',
    async (rest) => {
      id = (await alice.createMonitor({ interval_sec: 3_600, tags: 'shop' }))['id'];
      const added = { lastStatus: -2_147_483_647, lastLatencyMs: 2_147_483_647, rolledUpTo: '2027-03-02' };
      for (let count = 0; count < 50; count++) {
        await ping(rest);
        expect(itemBytes({ ...(await stored()), ...added })).toBeLessThanOrEqual(1_024);
      }
      expect(await eventsOf()).toHaveLength(50);
    },
  );

  itThorough('makes room for what was noted and dismissed of its runs', async () => {
    const { table } = service.core;
    const proposed = {
      id: 'rhythm-1qyvgr5',
      kind: 'rhythm',
      patch: { cron: '0,30 8-18 * * 1-5', tz: 'America/Argentina/Buenos_Aires', grace_sec: 3_600 },
      runs: 120,
    } as const;
    const dismissed = ['run_limit-1v3kq0z', 'drift-0k2m1xa', 'interval-1xm2b9c'];
    const drifts = ['slower', 'flaky', 'overlaps', 'twice'] as const;
    const seen = (await getMonitor(table, id)) ?? expect.fail();
    await replaceMonitor(table, seen, { ...seen, dismissed });
    const before = (await getMonitor(table, id)) ?? expect.fail();
    expect(await noteRolledUp(table, before, { to: '2027-02-28', note: { proposed, drifts } })).toBe(true);
    const { listMax } = await stored();

    for (let count = 0; count < 50; count++) {
      await ping();
      expect(itemBytes(await stored())).toBeLessThanOrEqual(1_024);
    }
    expect(listMax).toBeGreaterThanOrEqual(8);
    expect(await stored()).toMatchObject({ proposed, drifts, dismissed });
    expect(
      await noteRolledUp(table, (await getMonitor(table, id)) ?? expect.fail(), {
        to: '2027-03-01',
        note: {},
      }),
    ).toBe(true);
    expect(await stored()).not.toHaveProperty('proposed');
    expect(await stored()).not.toHaveProperty('drifts');
  });

  it.each([
    [1, ['UpdateItem', 'UpdateItem']],
    [2, ['UpdateItem']],
  ])('is full with as many entries as it may have: one of %d', async (listMax, written) => {
    await put({ listMax });

    await ping();

    expect(names()).toEqual(written);
  });

  it('is cut by the roll-up of what it packed, and not where a ping came meanwhile', async () => {
    const { table } = service.core;
    for (let count = 0; count < 4; count++) await ping();
    const old = (await getMonitor(table, id)) ?? expect.fail();
    await ping();
    const over = entriesUntil(old.recent, service.clock.now() - 61_000);
    expect(over).toHaveLength(4);
    await putPingBlock(table, id, over);

    expect(await noteRolledUp(table, old, { to: '2027-02-28', packed: over.length })).toBe(false);
    const seen = (await getMonitor(table, id)) ?? expect.fail();
    expect(await noteRolledUp(table, seen, { to: '2027-02-28', packed: over.length })).toBe(true);

    expect((await stored())['recent']).toEqual(seen.recent.slice(4));
    expect(await eventsOf()).toHaveLength(6);
    await ping();
    expect(names()).toEqual(['UpdateItem']);
    expect(await eventsOf()).toHaveLength(7);
  });

  itThorough('is read on, however few pings each of its blocks has', async () => {
    for (let earlier = 1; earlier <= 12; earlier++) {
      const at = service.clock.now() - earlier * 1_000;
      const entry = pingEntryOf({ ...PLAIN, at, id: eventIdOf(at, '4f7z0q8c1v') }) ?? expect.fail();
      await putPingBlock(service.core.table, id, [entry]);
    }

    const { json } = await alice.call('GET', `/api/endpoints/${id}/events?limit=10`);

    expect(json['events']).toHaveLength(10);
  });

  itThorough('is read once where a block of it was left by a death', async () => {
    const { table } = service.core;
    for (let count = 0; count < 4; count++) await ping();
    const { recent } = (await getMonitor(table, id)) ?? expect.fail();
    for (const length of [1, 3, 5]) await putPingBlock(table, id, recent.slice(0, length));

    const events: { id: string }[] = await eventsOf();

    expect(events.map((event) => event.id)).toEqual(
      [...new Set(events.map((event) => event.id))].sort().toReversed(),
    );
    expect(events).toHaveLength(5);
    const paged: { id: string }[] = [];
    for (let cursor = ''; paged.length < 9;) {
      const { json } = await alice.call('GET', `/api/endpoints/${id}/events?limit=2${cursor}`);
      paged.push(...json['events']);
      if (json['next_cursor'] === undefined) break;
      cursor = `&cursor=${json['next_cursor']}`;
    }
    expect(paged).toEqual(events);
  });

  itThorough(
    'loses nothing where a block of less of it is written last, by a check that was held up',
    async () => {
      const { table } = service.core;
      for (let count = 0; count < 4; count++) await ping();
      const seen = (await getMonitor(table, id)) ?? expect.fail();
      const before = await eventsOf();
      for (const length of [5, 2]) await putPingBlock(table, id, seen.recent.slice(0, length));

      expect(await noteRolledUp(table, seen, { to: '2027-02-28', packed: 5 })).toBe(true);

      expect((await stored())['recent']).toEqual([]);
      expect(await eventsOf()).toEqual(before);
      expect(before).toHaveLength(5);
    },
  );

  it('is packed by the check once its day is over', async () => {
    // The first check tells the silence, and so finds another revision than it has read.
    for (const hours of [40, 2]) {
      service.clock.advance(hours * 3_600);
      await service.check();
    }

    expect((await stored())['recent']).toEqual([]);
    expect(await eventsOf()).toHaveLength(1);
  });
});

describeThorough('an entry that cannot be read', () => {
  it('is left out and told, and holds up neither an alert, a roll-up nor a deletion', async () => {
    const { table } = service.core;
    expect((await alice.call('PATCH', `/api/endpoints/${id}`, { cron: '0 * * * *' })).status).toBe(200);
    await put({ recent: ['?', ...((await stored())['recent'] as string[]), 'of a later release'] });
    await ping();
    expect(await eventsOf()).toHaveLength(2);
    expect(service.logged).toContain('record_unreadable');

    for (const hours of [40, 2]) {
      service.clock.advance(hours * 3_600);
      await service.check();
    }

    const { json } = await alice.call('GET', `/api/endpoints/${id}/alerts`);
    expect(json['alerts']).toMatchObject([{ kind: 'miss', reason: 'silence' }]);
    expect(await getMonitor(table, id)).toMatchObject({ recent: [], rolledUpTo: expect.any(String) });
    await put({ recent: ['?'] });
    expect((await alice.call('DELETE', `/api/endpoints/${id}`)).status).toBe(200);
    expect(await eventsOf()).toHaveLength(2);
  });
});
