import { RECOVERY_SK } from '../../lib/data/recovery-keys.ts';
import { duePages, mayStay, type DueKey, type DuePosition } from '../../lib/data/monitors/due.ts';
import { monitorIdOf } from '../../lib/data/key-parts.ts';
import {
  ALERT_PREFIX,
  BLIND_NOTICE_PREFIX,
  CONSENT_PREFIX,
  CONTACT_SK,
  INVITATION_MAIL_PREFIX,
  MONITOR_BLOCK_PREFIX,
  MONITOR_SK,
  OWNER_CHANNEL_PREFIX,
  PAYMENT_SK,
} from '../../lib/data/keys.ts';
import { REPORT_WISH_PREFIX } from '../../lib/data/statistics/statistics-keys.ts';
import { readableMonitors } from '../../lib/data/monitors/monitors.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { nextLookAt } from '../../lib/domain/monitors/due-time.ts';
import { daysToRollUp } from '../../lib/domain/statistics/roll-up.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { checkMonitor } from './check-monitor.ts';
import { LOGGED_MAX, merged, nothingDue, type CheckRun, type DueReport } from './check-run.ts';
import type { Outgoing } from './outgoing.ts';
import {
  clearStagedBlock,
  requeueDueAlert,
  requeueDueContact,
  requeueDueInvitation,
  requeueDueRecovery,
} from './requeue.ts';
import { tellBlindWindow } from './tell-blind-window.ts';
import { tellChannel } from './tell-channel.ts';
import { workOffConsent } from './tell-waiting.ts';

/** What came of a shard, and where to go on with it; null when its end was reached. */
export interface ShardWork {
  shard: number;
  report: DueReport;
  rest: DuePosition | null;
}

/**
 * Pages through what is due in a shard while there is time, from a place in a pass to its end. Each page once: what failed is
 * tried again by the next check and not in front of the others. A query that fails ends this shard only. Never throws.
 */
export async function workShard(deps: CheckerDeps, run: CheckRun, from: DuePosition): Promise<ShardWork> {
  let report = nothingDue;
  let position = from;
  const ofPass = { ...run, mayStay: mayStay(from) };
  try {
    for await (const { before, keys } of duePages(deps.table, from, run.now)) {
      position = before;
      report = merged(report, await checkDue(deps, ofPass, keys));
      if (!report.finished) return { shard: from.shard, report, rest: position };
      position = { ...before, after: keys.at(-1) ?? null };
    }
  } catch (error) {
    deps.log.error('shard_failed', error, { shard: from.shard });
    const failed = { ...report, failed: report.failed + 1, finished: false };
    return { shard: from.shard, report: failed, rest: position };
  }
  return { shard: from.shard, report, rest: null };
}

/**
 * Works off one page of due items: monitors are judged; alerts and mails whose sending is unconfirmed are sent again.
 * What fails is counted, stays due and holds up no other. Never throws.
 */
async function checkDue(deps: CheckerDeps, run: CheckRun, keys: readonly DueKey[]): Promise<DueReport> {
  const ofMonitors = keys.filter((key) => key.sk === MONITOR_SK);
  const { due, unread, faults: misread } = await monitorsDue(deps, run, ofMonitors);
  const monitors = due.map(({ monitor }) => monitor);
  const work = workOf(deps, run, keys, monitors);
  const results = await settled(run, work);
  const done = results.filter((result) => result.status === 'fulfilled');
  const failed = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  for (const fault of [...misread, ...failed].slice(0, LOGGED_MAX)) deps.log.error('check_failed', fault);
  const finished = results.length === work.length;
  return {
    checked: Math.min(monitors.length, results.length),
    succeeded: done.length,
    failed: unread + failed.length,
    outgoing: done.flatMap((result) => result.value),
    // What cannot be judged may be unfit for this too.
    toRollUp: monitors.filter(
      (monitor, at) => results[at]?.status === 'fulfilled' && daysToRollUp(monitor, run.now) !== null,
    ),
    lagMs: lagOf(run, keys, due),
    // A page that is not finished comes again.
    payments: finished ? keys.filter(({ sk }) => sk === PAYMENT_SK) : [],
    reports: finished ? keys.filter(isReport) : [],
    finished,
  };
}

/** A monitor of a page, and when it should have been looked at by what it is now: no sooner than its own due time says. */
interface DueMonitor {
  monitor: Monitor;
  lookAt: Instant;
}

/**
 * The monitors of a page, those that have waited longest for something to be told first; of those that could not be read how
 * many, and why. A damaged one is alone in that.
 */
async function monitorsDue(deps: CheckerDeps, run: CheckRun, keys: readonly DueKey[]) {
  const dueAts = new Map(keys.map((key) => [monitorIdOf(key), key.dueAt]));
  const ids = [...dueAts.keys()];
  try {
    const sure = run.path.windows.length > 0 ? [] : await asIndexed(deps, dueAts);
    const known = new Set(sure.map(({ id }) => id));
    const unsure = ids.filter((id) => !known.has(id));
    const { items, unreadable: faults } = await readableMonitors(deps.table, unsure, { consistent: true });
    return { due: inOrder(ids, [...sure, ...items], run.now), unread: faults.length, faults };
  } catch (error) {
    return { due: [], unread: ids.length, faults: [error] };
  }
}

/**
 * By an eventual read, those that are due when the index says so: neither is behind the other. That is enough, since what is
 * decided from them is written on the condition that it still holds, and what looks well stays for the next tick. The notice
 * of a blind window has no such condition (decisions/054).
 */
async function asIndexed({ table }: CheckerDeps, dueAts: ReadonlyMap<string, Instant>): Promise<Monitor[]> {
  const { items } = await readableMonitors(table, [...dueAts.keys()], { consistent: false });
  return items.filter(({ id, dueAt }) => dueAt === dueAts.get(id));
}

/** Where a tie is, oldest first as they stand in the index: a batch has no order. */
function inOrder(ids: readonly string[], monitors: readonly Monitor[], now: Instant): DueMonitor[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Monitor) => places.get(id) ?? ids.length;
  return monitors
    .map((monitor) => ({ monitor, lookAt: trueLookAt(monitor, now) }))
    .toSorted((one, other) => one.lookAt - other.lookAt || placeOf(one.monitor) - placeOf(other.monitor));
}

/** What cannot be judged is met where it is judged, and fails alone there. */
function trueLookAt(monitor: Monitor, now: Instant): Instant {
  try {
    return Math.max(nextLookAt(monitor, now) ?? Number.MAX_SAFE_INTEGER, monitor.dueAt ?? 0);
  } catch {
    return now;
  }
}

/** How long what is due of a page has waited: an entry that stayed in the index says nothing of that. */
function lagOf({ now }: CheckRun, keys: readonly DueKey[], monitors: readonly DueMonitor[]): number {
  const others = keys.filter((key) => key.sk !== MONITOR_SK && !isReport(key)).map(({ dueAt }) => dueAt);
  return Math.max(0, ...[...others, ...monitors.map(({ lookAt }) => lookAt)].map((at) => now - at));
}

/** No alert: it may wait. */
const isReport = ({ sk }: DueKey) => sk.startsWith(REPORT_WISH_PREFIX);

type Work = () => Promise<Outgoing[]>;

/** Monitors come first: the report takes the first results for theirs. */
function workOf(deps: CheckerDeps, run: CheckRun, keys: readonly DueKey[], monitors: Monitor[]): Work[] {
  const startingWith = (prefix: string) => keys.filter((key) => key.sk.startsWith(prefix));
  return [
    ...monitors.map((monitor) => () => checkMonitor(deps, run, monitor)),
    ...startingWith(ALERT_PREFIX).map((key) => () => requeueDueAlert(deps, key, run.now)),
    ...startingWith(CONSENT_PREFIX).map((key) => () => workOffConsent(deps, run, key)),
    ...startingWith(OWNER_CHANNEL_PREFIX).map((key) => () => tellChannel(deps, run, key)),
    ...startingWith(INVITATION_MAIL_PREFIX).map((key) => () => requeueDueInvitation(deps, key, run.now)),
    ...startingWith(RECOVERY_SK).map((key) => () => requeueDueRecovery(deps, key, run.now)),
    ...startingWith(CONTACT_SK).map((key) => () => requeueDueContact(deps, key, run.now)),
    ...startingWith(MONITOR_BLOCK_PREFIX).map((key) => () => clearStagedBlock(deps, key, run.now)),
    ...startingWith(BLIND_NOTICE_PREFIX).map((key) => () => tellBlindWindow(deps, run, key)),
  ];
}

/** Begins the work in order, a few at a time, while there is time. What was not begun has no result. */
async function settled(run: CheckRun, work: readonly Work[]): Promise<PromiseSettledResult<Outgoing[]>[]> {
  const begun: Promise<Outgoing[]>[] = [];
  const workOff = async (): Promise<void> => {
    for (let each = work[begun.length]; each && run.hasTime(); each = work[begun.length]) {
      const doing = each();
      begun.push(doing);
      await Promise.allSettled([doing]);
    }
  };
  await Promise.all(Array.from({ length: run.atOnce }, workOff));
  return Promise.allSettled(begun);
}
