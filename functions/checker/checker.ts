import type { Context } from 'aws-lambda';
import { noteChecker, noteNewestPing } from '../../lib/data/checker-state.ts';
import { DUE_SHARDS } from '../../lib/data/keys.ts';
import { sendOrLeave } from '../../lib/flows/send-or-leave.ts';
import { allDone } from '../../lib/flows/all-done.ts';
import { judgeSight } from '../../lib/flows/sight.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { failPlainly } from '../../lib/runtime/fail-plainly.ts';
import { nothingDue } from './check-due.ts';
import type { CheckRun } from './check-run.ts';
import { messagesOf } from './outgoing.ts';
import { reportCheck } from './report-check.ts';
import { merged, workShard } from './work-shard.ts';

/** What a check did. `finished` is false when time ran out: the rest stays due for the next run. */
export interface CheckReport {
  checked: number;
  alerts: number;
  failed: number;
  finished: boolean;
}

/** Time kept back to send what was found and to end in order. */
const RESERVE_MS = 20_000;

/** The Lambda handler of the periodic check. */
export function checkerHandler(
  deps: CheckerDeps,
): (event: unknown, context: Context) => Promise<CheckReport> {
  return (_event, context) => {
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    return failPlainly(deps.log, () => runCheck(deps, hasTime));
  };
}

/**
 * One check (DESIGN.md section 6):
 * 1. Ask whether pings could reach us since the last one; deadlines that passed while they could not move.
 * 2. Page through what is due in every shard, side by side. A shard, page or item that fails holds up no other.
 * 3. Put on the queue what was recorded, finished or not. A crash before this is made good by the next check.
 */
export async function runCheck(deps: CheckerDeps, hasTime: () => boolean): Promise<CheckReport> {
  const now = deps.clock.now();
  const { state, windows, judged } = await judgeSight(deps, now);
  const run: CheckRun = { now, windows, hasTime };
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => ({ shard, after: null }));
  const worked = await allDone(shards.map((place) => workShard(deps, run, place)));
  const sight = { ...nothingDue, failed: judged ? 0 : 1 };
  const found = worked.map(({ report }) => report).reduce(merged, sight);
  const messages = messagesOf(found.outgoing);
  const unsent = (await sendOrLeave(deps, messages)) ? 0 : messages.length;

  if (found.newestPingAt > (state.newestPingAt ?? 0)) await noteNewestPing(deps.table, found.newestPingAt);
  if (found.finished) await noteChecker(deps.table, { finishedAt: now });
  reportCheck(deps.metrics, run, { ...found, unsent }, state.startedAt);
  const { checked, failed, finished } = found;
  return { checked, alerts: messages.length, failed, finished };
}
