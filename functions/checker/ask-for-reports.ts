import type { QueueMessage } from '../../lib/adapters/queue.ts';
import type { DueKey } from '../../lib/data/monitors/due.ts';
import { postponeReport, reportWishAt } from '../../lib/data/statistics/report-wishes.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { sendOrLeave } from '../../lib/flows/alerts/outbox.ts';
import { sideBySide } from '../../lib/flows/concurrently.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import { LOGGED_MAX, type CheckRun } from './check-run.ts';

/**
 * All of a zone fall due within an hour: so many go in a tick, the others in the next ones. A mail service that takes 14 a
 * second, as SES does, has sent them in half a minute, which is the longest that an alert waits behind them.
 */
const REPORTS_MAX = 400;
const AT_ONCE = 8;
/** Two ticks, as for other mails. */
const AGAIN_AFTER_MS = 2 * LIMITS.checkEverySec * 1000;

/**
 * Puts reports on the queue whose time has come, those that have waited longest first, while there is time. Called when all
 * that was due is judged, told and rolled up. Each stays due, so one whose mail was lost comes again. Never throws.
 */
export async function askForReports(
  deps: CheckerDeps,
  run: Pick<CheckRun, 'now' | 'hasTime'>,
  due: readonly DueKey[],
): Promise<void> {
  const first = due.toSorted((one, other) => one.dueAt - other.dueAt).slice(0, REPORTS_MAX);
  const faults: unknown[] = [];
  const messages: QueueMessage[] = [];
  await sideBySide(first, AT_ONCE, async (key) => {
    const message = run.hasTime()
      ? await asked(deps, run, key).catch((fault) => void faults.push(fault))
      : null;
    if (message) messages.push(message);
  });
  for (const fault of faults.slice(0, LOGGED_MAX)) deps.log.error('check_failed', fault);
  await sendOrLeave(deps, messages);
}

async function asked(
  { table }: CheckerDeps,
  { now }: Pick<CheckRun, 'now'>,
  key: DueKey,
): Promise<QueueMessage | null> {
  const wish = await reportWishAt(table, key);
  if (!wish || wish.dueAt > now || !(await postponeReport(table, wish, now + AGAIN_AFTER_MS))) return null;
  return { kind: 'report', spaceId: wish.spaceId, accountId: wish.accountId };
}
