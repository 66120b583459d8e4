import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ALERT_PREFIX,
  EVENT_PREFIX,
  monitorKey,
  spaceMonitorKey,
  PING_BLOCK_PREFIX,
} from '../../../lib/data/keys.ts';
import { ownerOfSpace } from '../../../lib/data/owners.ts';
import { getMonitor } from '../../../lib/data/monitors/monitors.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const PARTS = ['monitor', 'pointer', 'alerts', 'events'] as const;
type Part = (typeof PARTS)[number];

/** Every set of what may be gone: the table removes what expired in any order, up to days late. */
const SUBSETS = Array.from({ length: 2 ** PARTS.length }, (_, bits) =>
  PARTS.filter((_part, index) => bits & (2 ** index)),
);

interface Fleet {
  who: Person;
  spaceId: string;
  /** The ping URL of the one job. */
  path: string;
  id: string;
}

const fleets = new Map<readonly Part[], Fleet>();

/** Each job lived once: it went silent, was told of and deleted, and its 30 days are over. */
const service = shared(startTestService);
const receiver = shared(startReceiver);
beforeAll(async () => {
  for (const gone of SUBSETS) fleets.set(gone, await newFleet());
  await goSilent();
  for (const { who, id } of fleets.values()) await who.remove(id);
  service.clock.advance(31 * 86_400);
  const items = await contentsOf(service);
  for (const [gone, fleet] of fleets) await remove(items, gone, fleet);
});

async function newFleet(): Promise<Fleet> {
  const who = await service.guest();
  const { json } = await who.call('GET', '/api/ingest-key');
  const path = `/in/${json['key']}/backup?interval=300`;
  const id = String((await service.call('GET', path)).json['endpoint_id']);
  const monitor = await getMonitor(service.core.table, id);
  return { who, spaceId: monitor?.spaceId ?? '', path, id };
}

async function goSilent(): Promise<void> {
  for (const { who, id } of fleets.values()) {
    await who.patch(id, { alert_url: receiver.url });
  }
  service.clock.advance(301);
  await service.check();
}

async function remove(items: Record<string, unknown>[], gone: readonly Part[], fleet: Fleet): Promise<void> {
  const { table } = service.core;
  const parts = items.map((item) => ({ item, part: partOf(item, fleet) }));
  const expired = parts.filter(({ part }) => part !== undefined && gone.includes(part));
  expect(new Set(expired.map(({ part }) => part))).toEqual(new Set(gone));
  for (const { item } of expired) {
    const Key = { pk: item['pk'], sk: item['sk'] };
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  }
}

function partOf({ pk, sk }: Record<string, unknown>, { id, spaceId }: Fleet): Part | undefined {
  const pointer = spaceMonitorKey(spaceId, id);
  if (pk === pointer.pk && sk === pointer.sk) return 'pointer';
  const monitor = monitorKey(id);
  if (pk !== monitor.pk) return undefined;
  if (sk === monitor.sk) return 'monitor';
  if (String(sk).startsWith(ALERT_PREFIX)) return 'alerts';
  return [EVENT_PREFIX, PING_BLOCK_PREFIX].some((prefix) => String(sk).startsWith(prefix))
    ? 'events'
    : undefined;
}

const postsOf = (id: string) => receiver.received.filter(({ json }) => json['endpoint_id'] === id);

describe('a ping by key, once the table has removed', () => {
  it.each(SUBSETS.map((gone) => [gone.join(', ') || 'nothing yet', gone] as const))(
    '%s, makes the monitor again under its old id',
    async (_what, gone) => {
      const { who, spaceId, path, id } = fleets.get(gone) ?? fail();

      const { status, json } = await service.call('GET', path);

      expect([status, json]).toEqual([200, { ok: true, endpoint_id: id, created: true }]);
      const { endpoints } = (await who.call('GET', '/api/endpoints')).json;
      expect(endpoints).toMatchObject([{ id, active: true, state: 'ok', alert_url: null, miss_count: 0 }]);
      expect(await ownerOfSpace(service.core.table, spaceId)).toMatchObject({ monitors: 1, emailAlerts: 0 });
    },
  );

  itThorough('and its next alerts have ids that no alert had before, and go out', async () => {
    const before = new Map([...fleets].map(([gone, { id }]) => [gone, postsOf(id).map(idOf)]));

    await goSilent();
    for (const { path } of fleets.values()) await service.call('GET', path);
    await service.check();

    for (const [gone, { id }] of fleets) {
      const [first, ...later] = postsOf(id);
      const life = `without ${gone.join(', ')}`;
      expect(before.get(gone), life).toEqual([idOf(first ?? fail())]);
      expect(
        later.map(({ json }) => json['type']),
        life,
      ).toEqual(['service.miss', 'service.recovery']);
      expect(new Set(postsOf(id).map(idOf)).size, life).toBe(3);
      // The history outlasts monitor and ledger: a number in it must not come again.
      expect(
        later.map(({ json }) => json['incident']),
        life,
      ).toEqual([2, 2]);
    }
  });
});

function idOf({ headers }: { headers: Record<string, unknown> }): unknown {
  return headers['webhook-id'];
}

function fail(): never {
  throw new Error('There is no such fleet or POST.');
}
