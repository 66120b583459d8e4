import { dueKeys, type DuePlace } from '../../lib/data/due.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { checkDue, nothingDue, type DueReport } from './check-due.ts';
import type { CheckRun } from './check-run.ts';

/** What came of a shard, and where to go on with it; null when its end was reached. */
export interface ShardWork {
  shard: number;
  report: DueReport;
  rest: DuePlace | null;
}

/**
 * Pages through what is due in a shard while there is time. Oldest first, each page once: what failed is tried again by
 * the next check and not in front of the others. A query that fails ends this shard only. Never throws.
 */
export async function workShard(deps: CheckerDeps, run: CheckRun, from: DuePlace): Promise<ShardWork> {
  let report = nothingDue;
  let place = from;
  try {
    for await (const keys of dueKeys(deps.table, from, run.now)) {
      report = merged(report, await checkDue(deps, run, keys));
      if (!report.finished) return { shard: from.shard, report, rest: place };
      place = { ...place, after: keys.at(-1) ?? null };
    }
  } catch (error) {
    deps.log.error('shard_failed', error, { shard: from.shard });
    const failed = { ...report, failed: report.failed + 1, finished: false };
    return { shard: from.shard, report: failed, rest: place };
  }
  return { shard: from.shard, report, rest: null };
}

/** Two reports as one. */
export function merged(left: DueReport, right: DueReport): DueReport {
  return {
    checked: left.checked + right.checked,
    succeeded: left.succeeded + right.succeeded,
    failed: left.failed + right.failed,
    outgoing: left.outgoing.concat(right.outgoing),
    newestPingAt: Math.max(left.newestPingAt, right.newestPingAt),
    lagMs: Math.max(left.lagMs, right.lagMs),
    finished: left.finished && right.finished,
  };
}
