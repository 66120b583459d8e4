import { expect, it } from 'vitest';
import { monitorIdOf, spaceIdOf } from '../../../lib/data/key-parts.ts';
import { DUE_SHARDS, duePartition, duePartitionOf, dueShardsOf } from '../../../lib/data/due-index.ts';
import {
  alertSk,
  eventIdOf,
  eventKey,
  feedTokenKey,
  guestTokenKey,
  ingestTokenKey,
  monitorKey,
  spaceKey,
} from '../../../lib/data/keys.ts';
import { openTable } from '../../../lib/data/table.ts';
import { newMonitorId } from '../../../lib/adapters/ids.ts';

it.each([1, 2, DUE_SHARDS])(
  'an item is always due in the same of %i shards, and items spread over all that are looked into',
  (dueShards) => {
    const table = { dueShards };
    const counts = new Map<string, number>();
    for (let count = 0; count < 100 * dueShards; count++) {
      const { pk } = monitorKey(newMonitorId());
      expect(duePartition(table, pk)).toBe(duePartition(table, pk));
      counts.set(duePartition(table, pk), (counts.get(duePartition(table, pk)) ?? 0) + 1);
    }

    expect([...counts.keys()].sort()).toEqual(dueShardsOf(table).map(duePartitionOf).sort());
    expect(Math.max(...counts.values())).toBeLessThan(200);
  },
);

it('a table in AWS has sixteen shards whoever opens it, one that stands in as many as it is said to have', () => {
  const named = { name: 'rollcall', region: 'us-east-1' };
  const here = { ...named, endpoint: 'http://127.0.0.1:9' };

  expect(openTable({ ...named, endpoint: '', dueShards: 2 }).dueShards).toBe(16);
  expect(openTable(here).dueShards).toBe(16);
  expect(openTable({ ...here, dueShards: 2 }).dueShards).toBe(2);
});

it('a key tells the id it was made of', () => {
  expect(monitorIdOf(monitorKey('abc'))).toBe('abc');
  expect(monitorIdOf(eventKey('abc', 'e'))).toBe('abc');
  expect(spaceIdOf(spaceKey('xyz'))).toBe('xyz');
});

it('events sort by time also where their numbers grow a digit, and after the instant itself', () => {
  const ids = [
    eventIdOf(999_999_999_999, 'b'),
    eventIdOf(1_000_000_000_000, ''),
    eventIdOf(1_000_000_000_000, 'a'),
  ];

  expect([...ids].sort()).toEqual(ids);
});

it('alerts sort by decision, then by their place in it', () => {
  const keys = [
    alertSk(999, 11, 'email'),
    alertSk(1_000, 0, 'webhook'),
    alertSk(1_000, 2, 'email'),
    alertSk(1_000, 10, 'email'),
  ];

  expect([...keys].sort()).toEqual(keys);
});

it('no kind of credential is found under the key of another', () => {
  const keys = [guestTokenKey, ingestTokenKey, feedTokenKey].map((keyOf) => keyOf('f00d').pk);

  expect(new Set(keys.map((pk) => pk.slice(0, 2))).size).toBe(keys.length);
});
