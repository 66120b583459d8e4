import { anyOf } from '../../adapters/ids.ts';
import type { Instant } from '../../domain/instant.ts';
import { updateChecker, workedName } from './checker-state.ts';
import { getItem } from '../items.ts';
import { checkerKey } from '../keys.ts';
import { onTimeChange, onTimeNames } from './check-punctuality.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { WriteConflict, type Item, type Table } from '../table.ts';

/** Longer than a run works on shards, so it need not be renewed; a run that crashed keeps others off no longer. */
const LEASE_MS = 120_000;
/** Leases end within so long of each other, so that no two runs have the same mark. */
const MARKS = 10_000;

/** Shards of the due index that one run works on, so that no other does the same meanwhile. */
export interface ShardLease {
  shards: readonly number[];
  /** When it ends by itself; also the mark by which its holder is known. */
  until: Instant;
  /** For when each shard was last worked off, by its number. */
  worked: ReadonlyMap<number, Instant>;
  /** The days whose checks in time are counted, by the names of their counts. */
  onTime: readonly string[];
}

/** What came of shards: those worked off to their end, for when, and whether anything of any of them failed. */
interface WorkedOff {
  shards: readonly number[];
  since: Instant;
  hasFailed?: boolean;
}

/** Takes those of the given shards that nobody works on, in one write. */
export function leaseShards(table: Table, wanted: readonly number[], now: Instant): Promise<ShardLease> {
  const until = now + LEASE_MS - anyOf(MARKS);
  return retryOnConflict(async () => {
    const item = (await getItem(table, checkerKey)) ?? {};
    // Of a write whose answer was lost its repeat is refused: what has this mark is taken already.
    const own = wanted.filter((shard) => item[leaseName(shard)] === until);
    const shards = own.length > 0 ? own : wanted.filter((shard) => isFree(item, shard, now));
    const worked = new Map(shards.map((shard) => [shard, workedBefore(item, shard, until)]));
    const lease = { shards, until, worked, onTime: onTimeNames(item) };
    if (shards.length === own.length) return lease;
    await updateChecker(table, {
      UpdateExpression: `SET ${shards.map((shard) => `${leaseName(shard)} = :until`).join(', ')}`,
      ConditionExpression: shards
        .map((shard) => `NOT (${leaseName(shard)} BETWEEN :next AND :last)`)
        .join(' AND '),
      ExpressionAttributeValues: { ':until': until, ':next': now + 1, ':last': now + LEASE_MS },
    });
    return lease;
  });
}

/**
 * Lets go of shards, and notes of those worked off to their end by when all was due that was worked off. A message that
 * waited long says less than a tick that finished the shard meanwhile, and changes nothing.
 */
export async function releaseShards(table: Table, lease: ShardLease, workedOff: WorkedOff): Promise<void> {
  if (lease.shards.length === 0) return;
  const isNews = (shard: number) => workedOff.since > (lease.worked.get(shard) ?? 0);
  const done = lease.shards.filter((shard) => workedOff.shards.includes(shard) && isNews(shard));
  const noted = [...done.map(workedName), ...(workedOff.hasFailed ? ['failedAt'] : [])];
  const worked = noted.map((name) => `${name} = :since`).join(', ');
  const onTime =
    done.length === table.dueShards ? onTimeChange(lease.onTime, spanOf(lease, workedOff.since)) : null;
  const removed = [...lease.shards.map(leaseName), ...(onTime?.remove ?? [])];
  try {
    await updateChecker(table, {
      UpdateExpression:
        `${worked && `SET ${worked} `}REMOVE ${removed.join(', ')}` +
        (onTime ? ` ADD ${onTime.add} :one` : ''),
      ConditionExpression: lease.shards.map((shard) => `${leaseName(shard)} = :until`).join(' AND '),
      ExpressionAttributeValues: {
        ':until': lease.until,
        ...(worked && { ':since': workedOff.since }),
        ...(onTime && { ':one': 1 }),
      },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    await releaseOneByOne(table, lease, workedOff);
  }
}

/** When all shards were last worked off, and when they are now. */
function spanOf({ worked }: ShardLease, since: Instant) {
  return { before: Math.min(...worked.values()), since };
}

/** One of them ended by itself and was taken by another run: that one tells what came of it. */
async function releaseOneByOne(
  table: Table,
  { shards, ...lease }: ShardLease,
  workedOff: WorkedOff,
): Promise<void> {
  if (shards.length === 1) return;
  for (const shard of shards) await releaseShards(table, { ...lease, shards: [shard] }, workedOff);
}

/** A lease that ends later than any may was taken by a clock that was set back since. */
function isFree(item: Item, shard: number, now: Instant): boolean {
  const until = Number(item[leaseName(shard)] ?? 0);
  return until <= now || until > now + LEASE_MS;
}

/** For when it was worked off; 0 where that was by a clock that was set back since, which would be news for ever. */
function workedBefore(item: Item, shard: number, until: Instant): Instant {
  const at = Number(item[workedName(shard)] ?? 0);
  return at > until ? 0 : at;
}

function leaseName(shard: number): string {
  return `lease${shard}`;
}
