import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import type { Context } from 'aws-lambda';
import { dueShardsOf } from '../../lib/data/due-index.ts';
import { passOver } from '../../lib/data/monitors/due.ts';
import { leaseShards, releaseShards, type ShardLease } from '../../lib/data/monitors/shard-leases.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { allDone } from '../../lib/flows/concurrently.ts';
import { askAsCheck } from '../../lib/flows/monitors/ask-path.ts';
import { detectOutages } from '../../lib/flows/monitors/detect-outages.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { rethrowRedacted } from '../../lib/runtime/report/log.ts';
import { merged, nothingDone, nothingDue, type CheckReport, type CheckRun } from './check-run.ts';
import { askForReports } from './ask-for-reports.ts';
import { beat } from './heartbeat.ts';
import { continueShard, shardMessageOf } from './continue-shard.ts';
import { endRun, leaveRest, reportCheck } from './end-run.ts';
import { resolveDuePayments } from './resolve-due-payments.ts';
import { rollUpAll } from './roll-up.ts';
import { workShard } from './work-shard.ts';

/** Time kept back to send what was found and to end in order. */
const RESERVE_MS = 20_000;
/** A tick works on all shards at once and leaves the rest to the queue. */
const TICK_MS = 45_000;
/** Short, so that shards that lag behind take turns. */
const SHARD_MS = MINUTE_MS;
/** Has no divisor in common with their number, so that ticks in a row begin far apart and all get their turn. */
const TURN = 5;
/** Items of one shard worked off side by side. With sixteen shards that is about twice the connections to the table. */
const AT_ONCE = 6;

/** The Lambda handler of the checker: for a tick, and for a shard that an earlier run had to leave. */
export function checkerHandler(
  deps: CheckerDeps,
): (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) => Promise<CheckReport> {
  return (event, context) => {
    const message = shardMessageOf(event, deps);
    if (message === 'unreadable') return Promise.resolve(nothingDone);
    const startsWithMs = context.getRemainingTimeInMillis();
    const endsWithMs = Math.max(RESERVE_MS, startsWithMs - (message ? SHARD_MS : TICK_MS));
    const hasTime = () => context.getRemainingTimeInMillis() > endsWithMs;
    return rethrowRedacted(deps.log, () =>
      message ? continueShard(deps, message, hasTime) : runCheck(deps, hasTime),
    );
  };
}

/**
 * One check (DESIGN.md section 6):
 * 1. Ask the way of pings itself, and whether they could reach us since the last check; deadlines move by the time in
 *    which they could not.
 * 2. Page through what is due in every shard, side by side. A shard, page or item that fails holds up no other.
 * 3. Put on the queue what was recorded, finished or not. A crash before this is made good by the next check.
 * 4. Hand on the shards that are not finished, so that they go on at once.
 * 5. Ask the chain of the payments that nobody has ended, while there is time.
 * 6. Where nothing was left, roll up the durations of days that are over, while there is time, have some of the reports
 *    mailed whose time has come, and tell whoever watches from outside, beside that.
 */
export async function runCheck(deps: CheckerDeps, hasTime: () => boolean): Promise<CheckReport> {
  const now = deps.clock.now();
  const { state, judged, ...path } = await detectOutages(deps, await askAsCheck(deps), now);
  const lease = await leaseOrNone(deps, now);
  const shards = inTurn(lease?.shards ?? dueShardsOf(deps.table), now);
  const history = { isFull: false };
  const run: CheckRun = { now, path, hasTime, atOnce: AT_ONCE, history, alerting: new Map() };
  const times = { lastCheckAt: state.startedAt ?? now, now };
  const passes = shards.map((shard) => passOver(shard, lease?.worked.get(shard) ?? 0, times));
  const worked = await allDone(passes.map((pass) => workShard(deps, run, pass)));
  const found = worked.map(({ report }) => report).reduce(merged, nothingDue);
  // Whether a shard that another run has leased is finished is for that run to say.
  const finished = found.finished && shards.length === deps.table.dueShards;
  const failed = found.failed + (judged ? 0 : 1);
  const ended = await endRun(deps, { ...found, finished, failed });
  const done = worked.filter(({ rest }) => rest === null).map(({ shard }) => shard);
  const hasFailed = ended.failed > 0;
  const isNoted = lease !== null && (await release(deps, lease, { shards: done, since: now, hasFailed }));
  const lost = await leaveRest(
    deps,
    worked.flatMap(({ rest }) => rest ?? []),
    now,
  );
  const unresolved = await resolveDuePayments(deps, run, found.payments);
  const report = { ...ended, failed: ended.failed + lost + unresolved + (isNoted ? 0 : 1) };
  reportCheck(deps.metrics, run, { ...report, lagMs: found.lagMs }, state);
  if (found.finished) {
    const told = isNoted && !hasFailed ? beat(deps, now) : null;
    await rollUpAll(deps, run, found.toRollUp);
    await askForReports(deps, run, found.reports);
    await told;
  }
  return report;
}

/** Each tick begins with another shard, so that time never runs out on the same ones. */
function inTurn(shards: readonly number[], now: Instant): number[] {
  const tick = Math.floor(now / (LIMITS.checkEverySec * 1000));
  const first = (tick * TURN) % Math.max(1, shards.length);
  return [...shards.slice(first), ...shards.slice(0, first)];
}

/** All leases are one item. When it cannot be written the check goes on: two runs on one shard do no harm. */
async function leaseOrNone({ table, log }: CheckerDeps, now: Instant): Promise<ShardLease | null> {
  try {
    return await leaseShards(table, dueShardsOf(table), now);
  } catch (error) {
    log.error('lease_failed', error);
    return null;
  }
}

/** Returns false when it could not be written; the leases then run out. */
async function release(
  { table, log }: CheckerDeps,
  lease: ShardLease,
  workedOff: Parameters<typeof releaseShards>[2],
): Promise<boolean> {
  try {
    await releaseShards(table, lease, workedOff);
    return true;
  } catch (error) {
    log.error('lease_failed', error);
    return false;
  }
}
