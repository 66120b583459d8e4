import type { Key } from './keys.ts';
import { PARTITIONS } from './partitions.ts';

/** All functions of a service write the counters of today at once, so they are spread. */
export const COUNT_SHARDS = 8;

/** What was counted on a day, such as `2027-03-31`, in one of the shards: queried for many days. */
export const dayCountsKey = (shard: number, day: string): Key => ({ pk: countsPk(shard), sk: day });
export const countsPk = (shard: number): string => `${PARTITIONS.counts}${shard}`;

/** By what the visitors of a day are hashed: gone with the day. */
export const visitorSaltKey = (day: string): Key => ({ pk: PARTITIONS.visitorSalt + day, sk: 'SALT' });

/** Who of a network was counted on a day, all under hashes: one item, so that no network can make more. */
export const visitorsKey = (day: string, networkHash: string): Key => ({
  pk: `${PARTITIONS.visitors}${day}#${networkHash}`,
  sk: 'VISITORS',
});
