import type { SQSEvent } from 'aws-lambda';
import type { ShardMessage } from '../../lib/adapters/check-queue.ts';
import { dueShardsOf } from '../../lib/data/due-index.ts';
import { leaseShards, releaseShards } from '../../lib/data/monitors/shard-leases.ts';
import { askAsCheck } from '../../lib/flows/monitors/ask-path.ts';
import { outagesMeanwhile } from '../../lib/flows/monitors/detect-outages.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { nothingDone, type CheckReport, type CheckRun } from './check-run.ts';
import { checkAgeSec, endRun, leaveRest } from './end-run.ts';
import { beat } from './heartbeat.ts';
import { resolveDuePayments } from './resolve-due-payments.ts';
import { workShard } from './work-shard.ts';

/** Items worked off side by side: this run has all connections to the table for one shard. */
const AT_ONCE = 16;

/**
 * Continues a shard where an earlier run had to leave it, and puts it on the queue again as long as it makes progress. A
 * shard that another run has leased is left to that run. If the message is lost, the next tick begins the shard anew.
 */
export async function continueShard(
  deps: CheckerDeps,
  message: ShardMessage,
  hasTime: () => boolean,
): Promise<CheckReport> {
  const now = deps.clock.now();
  const { shard, since } = message;
  const lease = await leaseShards(deps.table, [shard], now);
  if (lease.shards.length === 0) return nothingDone;
  // A tick reached the end of the shard since this message was written.
  if ((lease.worked.get(shard) ?? 0) >= since) {
    await releaseShards(deps.table, lease, { shards: [], since });
    return nothingDone;
  }
  const { state, judged, ...path } = await outagesMeanwhile(deps, await askAsCheck(deps), now);
  const run: CheckRun = {
    now,
    path,
    hasTime,
    atOnce: AT_ONCE,
    history: { isFull: false },
    alerting: new Map(),
  };
  const { report, rest } = await workShard(deps, run, message);
  const ended = await endRun(deps, report);
  const hasFailed = ended.failed > 0 || !judged;
  await releaseShards(deps.table, lease, { shards: rest ? [] : [shard], since, hasFailed });
  const gotOn = rest !== null && (rest !== message || report.succeeded > 0);
  const lost = gotOn ? await leaveRest(deps, [rest], since) : 0;
  const unresolved = await resolveDuePayments(deps, run, report.payments);
  const failed = ended.failed + lost + unresolved + (judged ? 0 : 1);
  deps.metrics.put({
    ChecksFailed: failed,
    // So that it shows, too, when shards go on while no tick comes any more.
    CheckAgeSec: checkAgeSec(state, now),
    DueLagSec: report.lagMs / 1000,
  });
  // The last shard of a pass makes it whole.
  if (rest === null && !hasFailed) await beat(deps, since);
  return { ...ended, failed };
}

/** The shard an event asks to go on with; undefined when it is a tick. */
export function shardMessageOf(
  event: unknown,
  { table, log }: Pick<CheckerDeps, 'table' | 'log'>,
): ShardMessage | 'unreadable' | undefined {
  const { Records: records } = (event ?? {}) as Partial<SQSEvent>;
  if (!records) return undefined;
  const message = parsed(records[0]?.body ?? '');
  if (message?.kind === 'shard' && dueShardsOf(table).includes(message.shard)) return message;
  log.warn('message_unreadable');
  return 'unreadable';
}

function parsed(body: string): ShardMessage | undefined {
  try {
    return JSON.parse(body) as ShardMessage;
  } catch {
    return undefined;
  }
}
