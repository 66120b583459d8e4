import { noteNewestPing } from '../../lib/data/checker-state.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import { sendOrLeave } from '../../lib/flows/send-or-leave.ts';
import type { CheckerDeps } from '../../lib/runtime/deps.ts';
import type { DueReport } from './check-due.ts';
import type { CheckReport } from './check-report.ts';
import { messagesOf } from './outgoing.ts';

/** Ends a run: what it recorded goes on the queue, whether or not it finished; the newest ping is kept. */
export async function endRun(
  deps: CheckerDeps,
  report: DueReport,
  knownPingAt: Instant | null,
): Promise<CheckReport> {
  const messages = messagesOf(report.outgoing);
  const unsent = (await sendOrLeave(deps, messages)) ? 0 : messages.length;
  if (report.newestPingAt > (knownPingAt ?? 0)) await keepNewestPing(deps, report.newestPingAt);
  const { checked, failed, finished } = report;
  return { checked, alerts: messages.length, failed: failed + unsent, finished };
}

/** What is still to be done must not wait for it: without it the next check knows a little less. */
async function keepNewestPing({ table, log }: CheckerDeps, newestPingAt: Instant): Promise<void> {
  try {
    await noteNewestPing(table, newestPingAt);
  } catch (error) {
    log.error('ping_not_noted', error);
  }
}
