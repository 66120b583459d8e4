import { spread } from '../domain/hash-number.ts';

/** The sparse, keys-only index of what falls due: `duePk` (string) and `dueAt` (number, milliseconds). */
export const DUE_INDEX = 'due';
const DUE_PREFIX = 'DUE#';
/** A partition key takes about 1,000 index writes a second, so due items are spread. */
export const DUE_SHARDS = 16;

/** The due partition of an item: the same item always falls in the same shard. */
export function duePartition(pk: string): string {
  return duePartitionOf(spread(pk) % DUE_SHARDS);
}
export const duePartitionOf = (shard: number): string => `${DUE_PREFIX}${shard}`;
