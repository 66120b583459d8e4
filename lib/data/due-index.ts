import { spread } from '../domain/hash-number.ts';

/** The sparse, keys-only index of what falls due: `duePk` (string) and `dueAt` (number, milliseconds). */
export const DUE_INDEX = 'due';
const DUE_PREFIX = 'DUE#';
/** A partition key takes about 1,000 index writes a second, so due items are spread. */
export const DUE_SHARDS = 16;

/** How the due items of a table are spread. Who writes them and who looks for them know it of the table alone. */
export interface DueSpread {
  dueShards: number;
}

/** The due partition of an item: the same item always falls in the same shard. */
export function duePartition({ dueShards }: DueSpread, pk: string): string {
  return duePartitionOf(spread(pk) % dueShards);
}
/** All shards in which there may be due items. */
export const dueShardsOf = ({ dueShards }: DueSpread): number[] =>
  Array.from({ length: dueShards }, (_, shard) => shard);
export const duePartitionOf = (shard: number): string => `${DUE_PREFIX}${shard}`;
