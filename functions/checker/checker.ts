import type { Context } from 'aws-lambda';
import { noteCheck } from '../../lib/data/checker-state.ts';
import { dueKeys } from '../../lib/data/due.ts';
import { DUE_SHARDS, type Key } from '../../lib/data/keys.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { checkDue } from './check-due.ts';

/** What a check did. `finished` is false when time ran out: the rest stays due for the next tick. */
export interface CheckReport {
  checked: number;
  alerts: number;
  failed: number;
  finished: boolean;
}

/** Time kept back to write the report and end in order. */
const RESERVE_MS = 10_000;

/** The Lambda handler of the periodic check. */
export function checkerHandler(
  deps: CheckerDeps,
): (event: unknown, context: Context) => Promise<CheckReport> {
  return (_event, context) => runCheck(deps, () => context.getRemainingTimeInMillis() > RESERVE_MS);
}

/**
 * One check (DESIGN.md section 6): pages through what is due in every shard, side by side. An item that fails stays
 * due and does not hold up the others.
 */
export async function runCheck(deps: CheckerDeps, hasTime: () => boolean): Promise<CheckReport> {
  const now = deps.clock.now();
  await noteCheck(deps.table, 'startedAt', now);
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => checkShard(deps, shard, now, hasTime));
  const reports = await Promise.all(shards);
  const report = reports.reduce(added);
  if (report.finished) await noteCheck(deps.table, 'finishedAt', now);
  return report;
}

async function checkShard(
  deps: CheckerDeps,
  shard: number,
  now: Instant,
  hasTime: () => boolean,
): Promise<CheckReport> {
  let report: CheckReport = { checked: 0, alerts: 0, failed: 0, finished: true };
  for await (const keys of dueKeys(deps.table, shard, now)) {
    if (!hasTime()) return { ...report, finished: false };
    report = added(report, await checkPage(deps, keys, now));
  }
  return report;
}

async function checkPage(deps: CheckerDeps, keys: Key[], now: Instant): Promise<CheckReport> {
  const { checked, alerts, failed } = await checkDue(deps, keys, now);
  return { checked, alerts, failed, finished: true };
}

function added(left: CheckReport, right: CheckReport): CheckReport {
  return {
    checked: left.checked + right.checked,
    alerts: left.alerts + right.alerts,
    failed: left.failed + right.failed,
    finished: left.finished && right.finished,
  };
}
