import type { Key } from '../keys.ts';
import { PARTITIONS } from '../partitions.ts';

/** All functions of a service write the counters of today at once, so they are spread. */
export const COUNT_SHARDS = 8;

/** Beside them those that are written in transactions, which a plain write to the same item would refuse. */
export const TRANSACTED_SHARDS: readonly number[] = [8, 9, 10, 11];

/** What was counted on a day, such as `2027-03-31`, in one of the shards: queried for many days. */
export const dayCountsKey = (shard: number, day: string): Key => ({ pk: countsPk(shard), sk: day });
/** What there is now, of no day: sorts behind all of them. */
export const totalsKey = (shard: number): Key => ({ pk: countsPk(shard), sk: 'TOTAL' });
export const countsPk = (shard: number): string => `${PARTITIONS.counts}${shard}`;

/** By what the visitors of a day are hashed: gone with the day. */
export const visitorSaltKey = (day: string): Key => ({ pk: PARTITIONS.visitorSalt + day, sk: 'SALT' });

/** Who of a network was counted on a day, all under hashes: one item, so that no network can make more. */
export const visitorsKey = (day: string, networkHash: string): Key => ({
  pk: `${PARTITIONS.visitors}${day}#${networkHash}`,
  sk: 'VISITORS',
});

/** How many errors of pages may be counted yet in an hour such as `2027-03-31T06`, and for whom: written by each report. */
export const errorPlacesKey = (hour: string): Key => ({ pk: errorsPk(hour), sk: 'PLACES' });

/** What was counted of the errors of a day altogether; before its groups, and queried with them. */
export const errorDayKey = (day: string): Key => ({ pk: errorsPk(day), sk: ERROR_DAY_SK });
export const ERROR_DAY_SK = 'DAY';

/** An error of a day by the hash of what its reports have in common: written by each of them, queried with its day. */
export const errorGroupKey = (day: string, id: string): Key => ({
  pk: errorsPk(day),
  sk: ERROR_GROUP_PREFIX + id,
});
export const ERROR_GROUP_PREFIX = 'GROUP#';

/** Its long texts, written once and read where the error is shown; behind all groups, so that no query of them meets one. */
export const errorTextKey = (day: string, id: string): Key => ({
  pk: errorsPk(day),
  sk: ERROR_TEXT_PREFIX + id,
});
export const ERROR_TEXT_PREFIX = 'TEXT#';
export const errorsPk = (dayOrHour: string): string => PARTITIONS.browserErrors + dayOrHour;

/** The numbers that were last published: read by whoever shows them. */
export const publicationKey: Key = { pk: PARTITIONS.published, sk: 'NUMBERS' };

/** What other products published: read by the operator's panel. */
export const panelKey: Key = { pk: PARTITIONS.published, sk: 'PANEL' };

/** That an account wants reports of the owner of a space: due when the next one is to be mailed. */
export const reportWishKey = (spaceId: string, accountId: string): Key => ({
  pk: PARTITIONS.space + spaceId,
  sk: REPORT_WISH_PREFIX + accountId,
});
export const REPORT_WISH_PREFIX = 'REPORTS#';
