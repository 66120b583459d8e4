import { functionAreas, needsOf, type FunctionArea } from '../areas/areas.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { CheckCounts } from './local-routes.ts';
import { contextOf, timeoutMsOf, type LocalHandler } from './service-handlers.ts';
import type { StandIns } from './stand-ins.ts';
import { wholeCheck } from './whole-check.ts';

/** What AWS does around the functions that no request wakes. */
export interface ServiceWork {
  /** Works off the alert queue, and what the mail service reports meanwhile. */
  drain(): Promise<void>;
  /** The periodic check with all it leaves, then the queue. */
  check(): Promise<CheckCounts>;
  /** One tick of a function with a schedule. */
  tick(area: FunctionArea): Promise<unknown>;
}

/** Feeds the functions as their declarations say: by queue, by what SES reports, by ticks. */
export function serviceWork(
  handlers: Record<FunctionArea, LocalHandler>,
  standIns: Pick<StandIns, 'queue' | 'mailbox'>,
  deliveries: DeliveryLog,
): ServiceWork {
  const fed = functionAreas.filter((area) => needsOf(area).fedBy?.queue === 'alerts');
  const told = functionAreas.filter((area) => needsOf(area).mailEvents);
  const pump = async () => {
    for (const area of fed) {
      const batchSize = needsOf(area).fedBy?.batch ?? 1;
      const options = { functionName: area, batchSize, timeoutMs: timeoutMsOf(area) };
      await standIns.queue.pump(handlers[area], options);
    }
  };
  const drain = async () => {
    await pump();
    for (const report of standIns.mailbox.takeReports())
      for (const area of told) await handlers[area](report, contextOf(area));
    // What those had to tell.
    await pump();
  };
  const check = async () => {
    const before = deliveries.counts();
    const report = await wholeCheck(handlers.checker, standIns.queue);
    await drain();
    const after = deliveries.counts();
    return {
      checked: report.checked,
      sent: after.sent - before.sent,
      failed: after.failed - before.failed + report.failed,
    };
  };
  return { drain, check, tick: (area) => handlers[area]({}, contextOf(area)) };
}
