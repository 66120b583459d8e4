import { expect, it } from 'vitest';
import { monitorIdOf, spaceIdOf } from '../../../lib/data/key-parts.ts';
import { DUE_SHARDS, duePartition, duePartitionOf } from '../../../lib/data/due-index.ts';
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
import { newMonitorId } from '../../../lib/adapters/ids.ts';

it('an item is always due in the same shard, and items spread over all of them', () => {
  const counts = new Map<string, number>();
  for (let count = 0; count < 1_600; count++) {
    const { pk } = monitorKey(newMonitorId());
    expect(duePartition(pk)).toBe(duePartition(pk));
    counts.set(duePartition(pk), (counts.get(duePartition(pk)) ?? 0) + 1);
  }

  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => duePartitionOf(shard));
  expect([...counts.keys()].sort()).toEqual(shards.sort());
  expect(Math.max(...counts.values())).toBeLessThan(200);
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
