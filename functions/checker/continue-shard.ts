import type { ShardMessage } from '../../lib/adapters/check-queue.ts';
import { leaseShards, releaseShards } from '../../lib/data/shard-leases.ts';
import { outagesNow } from '../../lib/flows/detect-outages.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { CheckReport } from './check-report.ts';
import { endRun } from './end-run.ts';
import { leaveRest } from './leave-rest.ts';
import { workShard } from './work-shard.ts';

/** Items worked off side by side: this run has all connections to the table for one shard. */
const AT_ONCE = 16;
const NOTHING_DONE: CheckReport = { checked: 0, alerts: 0, failed: 0, finished: false };

/**
 * Goes on with a shard where a run before had to leave it, and puts it on the queue again while it gets anywhere. What
 * another run works on already is left to that one; what is lost here the next tick takes up from the oldest.
 */
export async function continueShard(
  deps: CheckerDeps,
  message: ShardMessage,
  hasTime: () => boolean,
): Promise<CheckReport> {
  const now = deps.clock.now();
  const { shard, after, since } = message;
  const lease = await leaseShards(deps.table, [shard], now);
  if (lease.shards.length === 0) return NOTHING_DONE;
  // A tick reached the end of the shard meanwhile, with what was due later too.
  if ((lease.worked.get(shard) ?? 0) >= since) {
    await releaseShards(deps.table, lease, { shards: [], since });
    return NOTHING_DONE;
  }
  const { state, windows } = await outagesNow(deps, now);
  const { report, rest } = await workShard(
    deps,
    { now, windows, hasTime, atOnce: AT_ONCE },
    { shard, after },
  );
  const ended = await endRun(deps, report, state.newestPingAt);
  await releaseShards(deps.table, lease, { shards: rest ? [] : [shard], since });
  const gotOn = rest !== null && (rest.after !== after || report.succeeded > 0);
  const lost = gotOn ? await leaveRest(deps, [rest], since) : 0;
  deps.metrics.put({ ChecksFailed: ended.failed + lost, DueLagSec: report.lagMs / 1000 });
  return { ...ended, failed: ended.failed + lost };
}
